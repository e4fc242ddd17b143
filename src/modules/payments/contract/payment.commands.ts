import type { Failure } from '#shared/kernel/failure.js';
import type { RefundView } from './payment.view.js';
import { Command } from '@nestjs/cqrs';

/** Ask for the money of an order. The outcome comes as an event. Idempotent by `stepKey`. */
export class CapturePayment extends Command<void> {
  constructor(
    readonly intent: {
      readonly tenantId: string;
      readonly orderId: string;
      readonly paymentId: string;
      readonly sagaId: string;
      /** What the provider sees as the idempotency key. */
      readonly stepKey: string;
      readonly amount: number;
      readonly currency: string;
      readonly paymentMethod: string;
    },
  ) {
    super();
  }
}

/** Give a payment up while it waits for its customer; what became of it comes as an event all the same. */
export class WithdrawPayment extends Command<void> {
  constructor(
    readonly paymentId: string,
    /** What the payment's failure is then. */
    readonly failure: Failure,
  ) {
    super();
  }
}

/** Give back everything that is still captured for an order. Idempotent by `stepKey`. */
export class RefundPayment extends Command<void> {
  constructor(
    readonly intent: {
      readonly tenantId: string;
      readonly orderId: string;
      readonly paymentId: string;
      readonly stepKey: string;
      readonly reason: string;
    },
  ) {
    super();
  }
}

/** Give back some of a captured payment, or all that is left; the order and its stock stay as they are. */
export class RequestRefund extends Command<RefundView> {
  constructor(
    readonly tenantId: string,
    readonly paymentId: string,
    /** Minor units; everything that is left when undefined. */
    readonly amount: number | undefined,
    readonly reason: string | undefined,
  ) {
    super();
  }
}

/** Send a requested refund to the provider. */
export class SendRefund extends Command<void> {
  constructor(readonly refundId: string) {
    super();
  }
}
