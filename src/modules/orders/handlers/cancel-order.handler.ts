import { CancelOrder, OrderCancelled } from '../contract/index.js';
import { OrdersRepository } from '../orders.repository.js';
import { CommandHandler, EventBus, type ICommandHandler } from '@nestjs/cqrs';

@CommandHandler(CancelOrder)
export class CancelOrderHandler implements ICommandHandler<CancelOrder> {
  constructor(
    private readonly orders: OrdersRepository,
    private readonly events: EventBus,
  ) {}

  async execute({ tenantId, orderId, failure }: CancelOrder): Promise<void> {
    const order = await this.orders.find(orderId, tenantId);
    if (order?.cancel(failure)) this.events.publish(new OrderCancelled(tenantId, orderId, failure));
  }
}
