import { REFUND_PAYMENT, RefundDecided, RefundRequested, RefundStuck, SendRefund } from '../contract/index.js';
import { advances } from '#shared/saga/advance-saga.js';
import { define } from '#shared/saga/definition.js';
import { SagaRuntime } from '#shared/saga/saga.runtime.js';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Saga } from '@nestjs/cqrs';

/**
 * A refund that somebody asked for: one step, which ends when the provider has taken it or refused it. What becomes of it
 * afterwards is on the refund; the order hears nothing of it.
 */
export const refundPayment = define<RefundRequested>({
  name: REFUND_PAYMENT,
  correlate: (event: { refundId: string }) => event.refundId,
  startsOn: RefundRequested,
  identify: (request) => request.sagaId,
  expires: false,
  steps: [
    {
      name: 'payment.refund',
      send: ({ refundId }) => new SendRefund(refundId),
      done: RefundDecided,
      stuck: RefundStuck,
    },
  ],
});

@Injectable()
export class RefundPaymentSaga implements OnModuleInit {
  constructor(private readonly runtime: SagaRuntime) {}

  onModuleInit(): void {
    this.runtime.register(refundPayment);
  }

  @Saga()
  advance = advances(refundPayment);
}
