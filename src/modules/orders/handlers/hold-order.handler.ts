import { HoldOrder } from '../contract/index.js';
import { OrdersRepository } from '../orders.repository.js';
import { Unit } from '#shared/database/unit-of-work/unit.js';
import { Logger } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';

@CommandHandler(HoldOrder)
export class HoldOrderHandler implements ICommandHandler<HoldOrder> {
  private readonly logger = new Logger('Orders');

  constructor(private readonly orders: OrdersRepository) {}

  async execute({ tenantId, orderId, failure }: HoldOrder): Promise<void> {
    const order = await this.orders.find(orderId, tenantId);
    order?.hold();
    const about = { orderId, code: failure.code };
    Unit.current('an order').afterCommit(() => this.logger.error(about, `needs attention: ${failure.detail}`));
  }
}
