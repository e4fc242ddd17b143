import { CancelOrder, HoldOrder, OrderCancelled, OrderCancelRequested, CANCEL_ORDER } from '../contract/index.js';
import { ReleaseStock, StockReleased } from '#modules/inventory/contract/index.js';
import { PaymentRefunded, RefundPayment, RefundStuck } from '#modules/payments/contract/index.js';
import { advances } from '#shared/saga/advance-saga.js';
import { define } from '#shared/saga/definition.js';
import { SagaRuntime } from '#shared/saga/saga.runtime.js';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Saga } from '@nestjs/cqrs';

/** Undoing a confirmed order: money first, then stock. Nothing in it can be refused, so it never turns back. */
export const cancelOrder = define<OrderCancelRequested>({
  name: CANCEL_ORDER,
  correlate: (event: { orderId: string }) => event.orderId,
  startsOn: OrderCancelRequested,
  identify: (request) => request.sagaId,
  expires: false,
  steps: [
    {
      name: 'payment.refund',
      send: ({ tenantId, orderId, paymentId }, { key: stepKey }) =>
        new RefundPayment({ tenantId, orderId, paymentId: paymentId!, stepKey, reason: 'order cancelled' }),
      skip: (request) => request.paymentId === null,
      done: PaymentRefunded,
      stuck: RefundStuck,
    },
    {
      name: 'inventory.return',
      send: ({ tenantId, orderId }) => new ReleaseStock(tenantId, orderId),
      done: StockReleased,
    },
    {
      name: 'order.cancel',
      send: ({ tenantId, orderId, failure }) => new CancelOrder(tenantId, orderId, failure),
      done: OrderCancelled,
    },
  ],
  whenStuck: ({ tenantId, orderId }, failure) => new HoldOrder(tenantId, orderId, failure),
});

@Injectable()
export class CancelOrderSaga implements OnModuleInit {
  constructor(private readonly runtime: SagaRuntime) {}

  onModuleInit(): void {
    this.runtime.register(cancelOrder);
  }

  @Saga()
  advance = advances(cancelOrder);
}
