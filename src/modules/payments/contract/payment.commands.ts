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
