import type { ProviderBooks } from './provider-books.js';
import type { CustomerAction } from '../contract/index.js';

/**
 * The port to a payment provider. Every call is made outside any transaction, exactly one HTTP request per call, with
 * a key that the caller took from stored state. A refusal is returned; a failure is thrown, sorted once, here
 * (semantics 19).
 */
export interface PaymentGateway extends ProviderBooks {
  /** Stored with each payment and refund, so that a row says who holds its money. */
  readonly provider: 'sandbox' | 'stripe';

  /**
   * Creates and confirms a payment. The same key and parameters are the same payment, however often it is called; a
   * repeated key brings the provider's first answer again, so what became of it since is for `findPayment` to say.
   */
  capture(request: CaptureRequest): Promise<CaptureOutcome>;

  /** Gives captured money back. The same key is the same refund. */
  refund(request: RefundRequest): Promise<RefundOutcome>;

  /** What the provider says about one of its payments now; undefined when it knows none by that reference. */
  findPayment(providerReference: string): Promise<ProviderPayment | undefined>;

  /**
   * Gives up a payment for which no money has moved. False when it cannot be given up as it stands: it may be paid, or
   * given up already, which `findPayment` tells.
   */
  cancelPayment(providerReference: string, key: string): Promise<boolean>;

  /** What the customer has to do for a payment now; undefined when it waits for nobody. */
  findCustomerAction(providerReference: string): Promise<CustomerAction | undefined>;

  /** All refunds that the provider knows of one of its payments. */
  listRefunds(providerReference: string): Promise<ProviderRefund[]>;
}

/** Our references; they travel as the provider's metadata and bind what comes back to what was asked. */
export interface PaymentReferences {
  readonly orderId: string;
  readonly paymentId: string;
  /** The saga that pays; the provider's ledger shows it as `metadata.sagaId`. */
  readonly sagaId: string;
  /** The attempt's number, so that late news of an earlier one is never taken for news of this one. */
  readonly generation?: string;
}

export interface CaptureRequest {
  /** The provider's idempotency key: stable for one generation of one step. */
  readonly key: string;
  /** Minor units of `currency` by ISO 4217; the adapter maps to the provider's own exponent. */
  readonly amount: number;
  readonly currency: string;
  readonly paymentMethod: string;
  readonly references: PaymentReferences;
  /**
   * Where the customer comes back to after an action. It is a parameter like the amount: stored with the attempt, so
   * that a repeated key repeats it (semantics 21). The gateway's own when absent.
   */
  readonly returnUrl?: string;
}

export type CaptureOutcome =
  | {
      readonly kind: 'captured';
      readonly providerReference: string;
      readonly amount: number;
      readonly currency: string;
    }
  | {
      readonly kind: 'declined';
      readonly code: 'payment_declined' | 'payment_method_invalid';
      /** For a person; never contains card data or the provider's raw answer. */
      readonly detail: string;
      readonly providerReference?: string;
    }
  | { readonly kind: 'processing'; readonly providerReference: string }
  | {
      readonly kind: 'requires_action';
      readonly providerReference: string;
      readonly nextAction?: CustomerAction['nextAction'];
      readonly clientSecret?: string;
    };

export interface RefundRequest {
  readonly key: string;
  readonly providerReference: string;
  readonly amount: number;
  readonly currency: string;
  readonly references: PaymentReferences & { readonly refundId: string };
}

export type RefundOutcome =
  | { readonly kind: 'refunded' | 'pending'; readonly providerReference: string; readonly amount: number }
  | { readonly kind: 'failed'; readonly providerReference?: string; readonly detail: string };

export interface ProviderPayment {
  readonly providerReference: string;
  readonly status: 'captured' | 'declined' | 'processing' | 'requires_action' | 'cancelled' | 'created';
  readonly amount: number;
  readonly currency: string;
  readonly refunded: number;
  readonly createdAt: Date;
  readonly references: Partial<PaymentReferences>;
}

export interface ProviderRefund {
  readonly providerReference: string;
  readonly status: 'succeeded' | 'pending' | 'failed';
  readonly amount: number;
  /** The provider's payment that it gives back. */
  readonly paymentReference?: string;
  /** Our own id of the refund, when it is one of ours. */
  readonly refundId?: string;
  /** Which attempt at it this is. */
  readonly generation?: number;
}

/** The request certainly did not reach the provider's books (refused connection, DNS, 429): send the same key again. */
export class PaymentNotSent extends Error {
  override readonly name = 'PaymentNotSent';
}

/** Whether the provider acted is unknown (time-out, reset, 5xx, 409): find out, never assume. */
export class PaymentOutcomeUnknown extends Error {
  override readonly name = 'PaymentOutcomeUnknown';
}

/**
 * The provider refuses our request for a reason that is not the customer's (our key was used with other parameters, a
 * parameter it does not take): our defect; a person must look, nothing is compensated.
 */
export class PaymentKeyMisused extends Error {
  override readonly name = 'PaymentKeyMisused';
}

/**
 * The provider answered about another payment than the one asked for: amount, currency or references differ. The order
 * must not move; a person must look (semantics 31).
 */
export class PaymentMismatched extends Error {
  override readonly name = 'PaymentMismatched';

  constructor(
    message: string,
    readonly providerReference: string,
  ) {
    super(message);
  }
}

/** The provider does not accept us at all (401, 403, an answer we cannot read): nothing about the payment follows. */
export class PaymentProviderUnusable extends Error {
  override readonly name = 'PaymentProviderUnusable';
}
