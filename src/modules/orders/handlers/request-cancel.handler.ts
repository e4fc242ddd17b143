import {
  CANCEL_ORDER,
  OrderCancelled,
  OrderCancelRequested,
  PLACE_ORDER,
  RequestCancel,
  type OrderView,
} from '../contract/index.js';
import { Cancellation } from '../domain/cancellation.entity.js';
import { orderView } from '../domain/order-view.js';
import type { Order } from '../domain/order.entity.js';
import { notCancellable, orderNotFound } from '../domain/order.errors.js';
import { OrdersRepository } from '../orders.repository.js';
import { VersionConflict } from '#shared/database/unit-of-work/unit-errors.js';
import { Unit } from '#shared/database/unit-of-work/unit.js';
import type { Failure } from '#shared/kernel/failure.js';
import { newId } from '#shared/kernel/ids.js';
import { SagaRuntime } from '#shared/saga/saga.runtime.js';
import { CommandHandler, EventBus, type ICommandHandler } from '@nestjs/cqrs';

@CommandHandler(RequestCancel)
export class RequestCancelHandler implements ICommandHandler<RequestCancel> {
  constructor(
    private readonly orders: OrdersRepository,
    private readonly sagas: SagaRuntime,
    private readonly events: EventBus,
  ) {}

  /** A draft is cancelled at once; an order under way at its saga's next step boundary; a confirmed one is undone. */
  async execute({ tenantId, orderId, reason, operationKey }: RequestCancel): Promise<OrderView> {
    const order = await this.orders.find(orderId, tenantId);
    if (!order) throw orderNotFound(orderId);
    const unit = Unit.current('a cancel');
    // Its flow is read after it, and may have ended in between.
    unit.relyOn(order);
    const failure = { code: 'order_cancelled', detail: reason ?? 'Cancelled on request.' };
    if (order.status === 'draft') this.endDraft(order, failure);
    else if (order.status === 'confirmed') this.undo(order, failure);
    else await this.turnBack(order, failure);
    unit.insert(Cancellation.of(orderId, operationKey, reason));
    // As it will be read: every change is a new version.
    return { ...orderView(order), version: order.version + 1 };
  }

  private endDraft(order: Order, failure: Failure): void {
    order.cancel(failure);
    this.events.publish(new OrderCancelled(order.tenantId, order.id, failure));
  }

  private undo(order: Order, failure: Failure): void {
    order.beginCancelling();
    this.events.publish(new OrderCancelRequested(order.tenantId, order.id, newId(), order.paymentId, failure));
  }

  private async turnBack(order: Order, failure: Failure): Promise<void> {
    const joined = (await this.sagas.join(PLACE_ORDER, order.id)) || (await this.sagas.join(CANCEL_ORDER, order.id));
    // Its flow is over and it is not cancelled: it was confirmed before a person had to look.
    if (!joined && order.status === 'needs_attention') return this.undo(order, failure);
    if (!joined && order.status === 'cancelled') throw notCancellable(order.id);
    // The order was read before its flow ended and the flow after: what is decided on both would be true of neither.
    if (!joined) throw new VersionConflict(`order ${order.id} was decided while it was read`);
    order.beginCancelling();
    await this.sagas.stop(PLACE_ORDER, order.id, failure);
  }
}
