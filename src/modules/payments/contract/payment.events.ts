import type { Failure } from '#shared/kernel/failure.js';
import { PublicEvent } from '#shared/messaging/event-catalog.js';

/** The money is ours. */
@PublicEvent<PaymentCaptured>('payments.payment-captured', (event) => event.orderId)
export class PaymentCaptured {
  constructor(
    readonly tenantId: string,
    readonly orderId: string,
    readonly paymentId: string,
  ) {}
}

/** The provider or the bank said no; no money moved. */
@PublicEvent<PaymentDeclined>('payments.payment-declined', (event) => event.orderId)
export class PaymentDeclined {
  constructor(
    readonly tenantId: string,
    readonly orderId: string,
    readonly paymentId: string,
    readonly failure: Failure,
  ) {}
}

/** Nobody knows yet whether money moved; the same question is asked again until somebody does. */
export class PaymentInDoubt {
  constructor(
    readonly tenantId: string,
    readonly orderId: string,
    readonly paymentId: string,
  ) {}
}

/** Nobody could find out for too long what became of the payment, or it contradicts what was asked: a person must look. */
export class PaymentStuck {
  constructor(
    readonly tenantId: string,
    readonly orderId: string,
    readonly failure: Failure,
  ) {}
}

/** Money is to be given back because somebody asked for it. */
export class RefundRequested {
  constructor(
    readonly tenantId: string,
    readonly orderId: string,
    readonly refundId: string,
    readonly sagaId: string,
  ) {}
}

/** The provider has taken a refund, or refused it for good; which of both, the refund says. */
export class RefundDecided {
  constructor(
    readonly tenantId: string,
    readonly refundId: string,
  ) {}
}

/** The money could not be given back for too long: a person must look; it is still tried. */
export class RefundStuck {
  constructor(
    readonly tenantId: string,
    readonly orderId: string,
    readonly failure: Failure,
    readonly refundId: string,
  ) {}
}

/** Something happened to money that was settled (a dispute, a refund that came back): a person must look. */
export class PaymentNeedsAttention {
  constructor(
    readonly tenantId: string,
    readonly orderId: string,
    readonly failure: Failure,
  ) {}
}

/** Everything that was captured for the order has gone back. */
@PublicEvent<PaymentRefunded>('payments.payment-refunded', (event) => event.orderId)
export class PaymentRefunded {
  constructor(
    readonly tenantId: string,
    readonly orderId: string,
    readonly paymentId: string,
  ) {}
}
