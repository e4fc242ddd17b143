import type Stripe from 'stripe';

/** What a pending payment or refund will turn into, and when (Unix milliseconds). */
interface Outcome {
  readonly result: 'succeeded' | 'failed';
  readonly dueAt: number;
}

/** Why the bank said no, in Stripe's words (docs.stripe.com/declines/codes). */
export interface Decline {
  readonly code: Stripe.PaymentIntent.LastPaymentError.Code;
  readonly declineCode?: string;
  readonly message: string;
}

/** Money that moved, was refused, or is on its way. `refunded` is the sum of pending and succeeded refunds. */
export interface ChargeRecord {
  readonly id: string;
  readonly status: Stripe.Charge.Status;
  readonly createdAt: number;
  readonly refunded: number;
  /** The bank of the customer wants it back. */
  readonly disputed?: true;
}

/** One payment as it stood after one change; a change makes a new record, so events and answers can point at it. */
export interface PaymentRecord {
  readonly object: 'payment_intent';
  readonly id: string;
  readonly createdAt: number;
  /** Minor units by Stripe's own exponent of `currency` (lower case). */
  readonly amount: number;
  readonly currency: string;
  readonly status: Stripe.PaymentIntent.Status;
  readonly paymentMethod: string | null;
  /** What the caller limited the payment to; null when it left the choice to the provider. */
  readonly allowedTypes: readonly 'card'[] | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly description: string | null;
  readonly returnUrl: string | null;
  /** The key of the request that created it: the ledger shows it beside the charge. */
  readonly idempotencyKey: string | null;
  readonly charge: ChargeRecord | null;
  readonly decline: Decline | null;
  readonly cancelled: { readonly at: number; readonly reason: Stripe.PaymentIntent.CancellationReason | null } | null;
  readonly outcome: Outcome | null;
}

/** One refund as it stood after one change. A succeeded refund with an outcome still to come will be taken back. */
export interface RefundRecord {
  readonly object: 'refund';
  readonly id: string;
  readonly createdAt: number;
  readonly paymentId: string;
  readonly chargeId: string;
  readonly amount: number;
  readonly currency: string;
  readonly status: 'pending' | 'succeeded' | 'failed';
  readonly reason: Stripe.Refund.Reason | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly idempotencyKey: string | null;
  readonly outcome: Outcome | null;
}

export type MoneyRecord = PaymentRecord | RefundRecord;

/** One dispute as it was opened: nobody answers it here, so it never changes. */
export interface DisputeRecord {
  readonly object: 'dispute';
  readonly id: string;
  readonly createdAt: number;
  readonly paymentId: string;
  readonly chargeId: string;
  readonly amount: number;
  readonly currency: string;
}

/** Everything that an event can be about. */
export type ToldRecord = MoneyRecord | DisputeRecord;

export type EventType =
  | 'payment_intent.succeeded'
  | 'payment_intent.payment_failed'
  | 'payment_intent.processing'
  | 'payment_intent.requires_action'
  | 'payment_intent.canceled'
  | 'refund.created'
  | 'refund.updated'
  | 'refund.failed'
  | 'charge.dispute.created';

/** The request that caused an event; null where time alone did. */
export interface Cause {
  readonly requestId: string;
  readonly idempotencyKey: string | null;
}

/** An event and what became of its delivery. `object` is the record as it was then and never changes. */
export interface EventRecord {
  readonly id: string;
  readonly type: EventType;
  readonly createdAt: number;
  readonly cause: Cause | null;
  readonly object: ToldRecord;
  /** Webhook requests sent so far, whatever was answered. */
  readonly deliveries: number;
  /** When the first delivery is owed (Unix milliseconds); absent when none is owed or the last word was spoken. */
  readonly due?: number;
}

/** The answer to one request: an error, an object, or an error that carries the object. */
export interface Answer {
  readonly status: number;
  readonly error?: WireError;
  readonly object?: MoneyRecord;
}

/** The members of Stripe's error body that the sandbox uses (docs.stripe.com/api/errors). */
export interface WireError {
  readonly type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  readonly message: string;
  readonly code?: string;
  readonly decline_code?: string;
  readonly param?: string;
  readonly charge?: string;
}

/** What is remembered under an idempotency key. */
export interface RememberedAnswer extends Answer {
  readonly fingerprint: string;
}
