import { ConfirmDraft, type OrderView } from '../contract/index.js';
import { orderView } from '../domain/order-view.js';
import { amountMismatch, orderNotDraft, orderNotFound, paymentMethodMissing } from '../domain/order.errors.js';
import { OrdersRepository } from '../orders.repository.js';
import { CommandHandler, EventBus, type ICommandHandler } from '@nestjs/cqrs';

@CommandHandler(ConfirmDraft)
export class ConfirmDraftHandler implements ICommandHandler<ConfirmDraft> {
  constructor(
    private readonly orders: OrdersRepository,
    private readonly events: EventBus,
  ) {}

  async execute({ tenantId, orderId, amount, paymentMethod }: ConfirmDraft): Promise<OrderView> {
    const order = await this.orders.find(orderId, tenantId);
    if (!order) throw orderNotFound(orderId);
    if (order.status !== 'draft') throw orderNotDraft(orderId, order.status);
    if (amount !== undefined && amount !== order.total)
      throw amountMismatch(order.total, order.currency, `/api/orders/${orderId}`);
    const method = paymentMethod ?? order.paymentMethod;
    if (!method) throw paymentMethodMissing();
    this.events.publish(order.place(method));
    return orderView(order);
  }
}
