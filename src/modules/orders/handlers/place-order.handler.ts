import { OrderDrafted, PlaceOrder, type OrderView } from '../contract/index.js';
import { priceLines } from '../domain/order-lines.js';
import { orderView } from '../domain/order-view.js';
import { Order } from '../domain/order.entity.js';
import { amountMismatch, paymentMethodMissing } from '../domain/order.errors.js';
import { OrdersRepository } from '../orders.repository.js';
import { GetPrices } from '#modules/inventory/contract/index.js';
import { newId } from '#shared/kernel/ids.js';
import { CommandHandler, EventBus, QueryBus, type ICommandHandler } from '@nestjs/cqrs';

@CommandHandler(PlaceOrder)
export class PlaceOrderHandler implements ICommandHandler<PlaceOrder> {
  constructor(
    private readonly orders: OrdersRepository,
    private readonly queries: QueryBus,
    private readonly events: EventBus,
  ) {}

  async execute({ tenantId, wanted, operationKey }: PlaceOrder): Promise<OrderView> {
    const id = newId();
    const prices = await this.queries.execute(new GetPrices([...new Set(wanted.items.map(({ sku }) => sku))]));
    const { lines, currency, total } = priceLines(id, wanted.items, prices, wanted.currency);
    if (wanted.expectedTotal !== undefined && wanted.expectedTotal !== total) throw amountMismatch(total, currency);

    const { customerId, paymentMethod = null, note = null } = wanted;
    const order = Order.draft({
      id,
      tenantId,
      customerId,
      currency,
      total,
      paymentMethod,
      note,
      lines,
      operationKey: operationKey ?? null,
    });
    this.orders.add(order);
    if (wanted.confirm) {
      if (!paymentMethod) throw paymentMethodMissing();
      this.events.publish(order.place(paymentMethod));
    } else {
      this.events.publish(new OrderDrafted(tenantId, id, total, currency));
    }
    return orderView(order);
  }
}
