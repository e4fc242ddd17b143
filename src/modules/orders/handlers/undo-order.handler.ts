import { CANCEL_ORDER, OrderCancelRequested, PLACE_ORDER, UndoOrder, type OrderUndoing } from '../contract/index.js';
import type { Order } from '../domain/order.entity.js';
import { notUndoable, orderNotFound } from '../domain/order.errors.js';
import { OrdersRepository } from '../orders.repository.js';
import { ListHoldings } from '#modules/inventory/contract/index.js';
import { VersionConflict } from '#shared/database/unit-of-work/unit-errors.js';
import { Unit } from '#shared/database/unit-of-work/unit.js';
import type { Failure } from '#shared/kernel/failure.js';
import { idFollowing } from '#shared/kernel/ids.js';
import { spelledMoney } from '#shared/kernel/spelled-money.js';
import { stepRef } from '#shared/saga/definition.js';
import type { SagaInstance } from '#shared/saga/saga.entity.js';
import { SagaRuntime } from '#shared/saga/saga.runtime.js';
import { SagaStore } from '#shared/saga/saga.store.js';
import { CommandHandler, EventBus, QueryBus, type ICommandHandler } from '@nestjs/cqrs';

/** As a cancel that nobody waits for: the operator is told at once what has been set going. */
@CommandHandler(UndoOrder)
export class UndoOrderHandler implements ICommandHandler<UndoOrder> {
  constructor(
    private readonly orders: OrdersRepository,
    private readonly sagas: SagaStore,
    private readonly runtime: SagaRuntime,
    private readonly queries: QueryBus,
    private readonly events: EventBus,
  ) {}

  async execute({ orderId, failure }: UndoOrder): Promise<OrderUndoing> {
    const order = await this.orders.find(orderId);
    if (!order) throw orderNotFound(orderId);
    // Its flows are read after it, and may have ended in between.
    Unit.current('an undoing').relyOn(order);
    if (order.status === 'draft' || order.status === 'cancelled')
      throw notUndoable(orderId, order.status === 'draft' ? 'it is a draft' : 'it is cancelled');
    const placing = await this.sagas.find(PLACE_ORDER, orderId);
    if (!placing || (await this.sagas.find(CANCEL_ORDER, orderId)))
      throw notUndoable(orderId, 'it is being undone already');
    const later = placing.isDecided ? await this.undo(order, failure) : await this.turnBack(order, placing, failure);
    return { amount: order.total, currency: order.currency, afterwards: later };
  }

  private async undo(order: Order, failure: Failure): Promise<string[]> {
    // Read one after the other: the order is what its ended flow has made of it, or the next run will see it so.
    if (order.status !== 'confirmed' && order.status !== 'needs_attention')
      throw new VersionConflict(`order ${order.id} was decided while it was read`);
    order.beginCancelling();
    const { tenantId, id, paymentId } = order;
    this.events.publish(new OrderCancelRequested(tenantId, id, idFollowing(id, CANCEL_ORDER), paymentId, failure));
    return paymentId === null ? [] : this.stockOf(id);
  }

  private async turnBack(order: Order, placing: SagaInstance, failure: Failure): Promise<string[]> {
    if (placing.status === 'compensating' || placing.stop)
      throw notUndoable(
        order.id,
        placing.stop ? 'it turns back at its next step already' : 'it is being undone already',
      );
    order.beginCancelling();
    await this.runtime.stop(PLACE_ORDER, order.id, failure);
    const { key } = stepRef(placing.id, 'payment.refund');
    const money = `if the payment was made, refund ${spelledMoney(order.total, order.currency)} with key ${key}`;
    return [...(order.paymentId === null ? [] : [money]), ...(await this.stockOf(order.id))];
  }

  private async stockOf(orderId: string): Promise<string[]> {
    const holdings = await this.queries.execute(new ListHoldings(orderId));
    return holdings.map(({ sku, quantity }) => `stock ${sku} +${quantity}`);
  }
}
