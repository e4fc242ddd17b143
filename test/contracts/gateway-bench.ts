import { setTimeout as pause } from 'node:timers/promises';
import {
  type CaptureOutcome,
  type CaptureRequest,
  type PaymentGateway,
  PaymentOutcomeUnknown,
  type RefundRequest,
} from '#modules/payments/gateway/payment-gateway.js';
import { newId } from '#shared/kernel/ids.js';

/** One movement of money as the provider's own books have it. */
export interface Movement {
  readonly amount: number;
  readonly status: string;
  readonly metadata: Record<string, string>;
}

/** A provider as the contract needs it: what we hold in our hands, what it has booked, and how to make it stumble. */
export interface ProviderUnderTest {
  readonly gateway: PaymentGateway;
  /** The same provider, given up on after `IMPATIENCE_MS`. */
  readonly impatient: PaymentGateway;
  charges(orderId: string): Promise<Movement[]>;
  refunds(orderId: string): Promise<Movement[]>;
  /** The next request with this payment method is answered with this status, and nothing is booked. */
  failNext(paymentMethod: string, status: 503 | 429): Promise<void>;
  /** The next refund is booked, and the connection closed without an answer. */
  dropNextRefund(): Promise<void>;
  stop(): Promise<void>;
}

/** Well above an answer over loopback on a busy machine, well below the delay it must not wait for. */
export const IMPATIENCE_MS = 250;
export const DELAYED_METHOD = 'pm_sandbox_delay_1000';

/** A payment to capture, of an order of its own. */
export const order = (over: Partial<CaptureRequest> = {}): CaptureRequest => {
  const sagaId = newId();
  return {
    key: `${sagaId}:payment.capture:0`,
    amount: 4200,
    currency: 'EUR',
    paymentMethod: 'pm_card_visa',
    references: { orderId: newId(), paymentId: newId(), sagaId },
    ...over,
  };
};

/** A refund of its own of a part of a captured payment. */
export const refundOf = (paid: CaptureRequest, providerReference: string, amount: number): RefundRequest => {
  const refundId = newId();
  const references = { ...paid.references, refundId };
  return { key: `refund:${refundId}`, providerReference, amount, currency: paid.currency, references };
};

/** What every contract does with a provider. */
export class GatewayBench {
  readonly gateway: PaymentGateway;

  constructor(readonly provider: ProviderUnderTest) {
    this.gateway = provider.gateway;
  }

  /** Captures, and answers what the provider calls the payment. */
  async captured(request: CaptureRequest): Promise<string> {
    const outcome = await this.gateway.capture(request);
    if (outcome.kind !== 'captured') throw new Error(`Expected a captured payment, got ${outcome.kind}`);
    return outcome.providerReference;
  }

  /** The money that the provider has really taken for an order. */
  async bookedFor({ references }: CaptureRequest): Promise<Movement[]> {
    return (await this.provider.charges(references.orderId)).filter(({ status }) => status === 'succeeded');
  }

  /** Asks again with the same key until the provider has finished with it, 10 s at most. */
  async settled(request: CaptureRequest): Promise<CaptureOutcome> {
    const giveUp = Date.now() + 10_000;
    for (;;) {
      try {
        return await this.gateway.capture(request);
      } catch (error) {
        if (!(error instanceof PaymentOutcomeUnknown) || Date.now() > giveUp) throw error;
        await pause(20);
      }
    }
  }
}
