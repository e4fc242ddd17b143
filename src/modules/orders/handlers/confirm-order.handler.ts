import { ConfirmOrder, OrderConfirmed } from '../contract/index.js';
import { OrdersRepository } from '../orders.repository.js';
import { FinalizeStock } from '#modules/inventory/contract/index.js';
import { CommandBus, CommandHandler, EventBus, type ICommandHandler } from '@nestjs/cqrs';

@CommandHandler(ConfirmOrder)
export class ConfirmOrderHandler implements ICommandHandler<ConfirmOrder> {
  constructor(
    private readonly orders: OrdersRepository,
    private readonly commands: CommandBus,
    private readonly events: EventBus,
  ) {}

  /** Confirming turns the reservation into a sale, in the same commit. */
  async execute({ tenantId, orderId }: ConfirmOrder): Promise<void> {
    const order = await this.orders.find(orderId, tenantId);
    if (!order?.confirm()) return;
    await this.commands.execute(new FinalizeStock(orderId));
    this.events.publish(new OrderConfirmed(tenantId, orderId));
  }
}
