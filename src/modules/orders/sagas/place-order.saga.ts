import {
  CancelOrder,
  ConfirmOrder,
  HoldOrder,
  OrderCancelled,
  OrderConfirmed,
  OrderPlaced,
  PLACE_ORDER,
} from '../contract/index.js';
import {
  ReleaseStock,
  ReserveStock,
  StockRejected,
  StockReleased,
  StockReserved,
} from '#modules/inventory/contract/index.js';
import {
  CapturePayment,
  PaymentCaptured,
  PaymentDeclined,
  PaymentInDoubt,
  PaymentNeedsAttention,
  PaymentRefunded,
  PaymentStuck,
  RefundPayment,
  RefundStuck,
  WithdrawPayment,
} from '#modules/payments/contract/index.js';
import type { Failure } from '#shared/kernel/failure.js';
import { advances } from '#shared/saga/advance-saga.js';
import { define } from '#shared/saga/definition.js';
import { SagaRuntime } from '#shared/saga/saga.runtime.js';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Saga } from '@nestjs/cqrs';

/** What the deadline means to whoever was to act before it. */
const actionExpired: Failure = {
  code: 'payment_action_expired',
  detail: 'The customer did not confirm the payment in time. Nothing was charged; place a new order.',
};

/** The whole flow of an order, top to bottom: what happens, what undoes it, and the last word when all is undone. */
export const placeOrder = define<OrderPlaced>({
  name: PLACE_ORDER,
  correlate: (event: { orderId: string }) => event.orderId,
  startsOn: OrderPlaced,
  identify: (order) => order.sagaId,
  steps: [
    {
      name: 'payment.capture',
      send: ({ tenantId, orderId, paymentId, total: amount, currency, paymentMethod }, { sagaId, key: stepKey }) =>
        new CapturePayment({
          tenantId,
          orderId,
          paymentId: paymentId!,
          sagaId,
          stepKey,
          amount,
          currency,
          paymentMethod,
        }),
      skip: (order) => order.paymentId === null,
      done: PaymentCaptured,
      refused: PaymentDeclined,
      unknown: PaymentInDoubt,
      stuck: PaymentStuck,
      withdraw: ({ paymentId }, why) =>
        new WithdrawPayment(paymentId!, why.code === 'order_expired' ? actionExpired : why),
      undo: {
        name: 'payment.refund',
        send: ({ tenantId, orderId, paymentId }, { key: stepKey }) =>
          new RefundPayment({ tenantId, orderId, paymentId: paymentId!, stepKey, reason: 'order not fulfilled' }),
        done: PaymentRefunded,
        stuck: RefundStuck,
      },
    },
    {
      name: 'inventory.reserve',
      send: ({ tenantId, orderId, lines }) => new ReserveStock(tenantId, orderId, lines),
      done: StockReserved,
      refused: StockRejected,
      undo: {
        name: 'inventory.release',
        send: ({ tenantId, orderId }) => new ReleaseStock(tenantId, orderId),
        done: StockReleased,
      },
    },
    {
      name: 'order.confirm',
      send: ({ tenantId, orderId }) => new ConfirmOrder(tenantId, orderId),
      done: OrderConfirmed,
    },
  ],
  whenUndone: {
    name: 'order.cancel',
    send: ({ tenantId, orderId }, failure) => new CancelOrder(tenantId, orderId, failure),
    done: OrderCancelled,
  },
  alarm: PaymentNeedsAttention,
  whenStuck: ({ tenantId, orderId }, failure) => new HoldOrder(tenantId, orderId, failure),
});

@Injectable()
export class PlaceOrderSaga implements OnModuleInit {
  constructor(private readonly runtime: SagaRuntime) {}

  onModuleInit(): void {
    this.runtime.register(placeOrder);
  }

  @Saga()
  advance = advances(placeOrder);
}
