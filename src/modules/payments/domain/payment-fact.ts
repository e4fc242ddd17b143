import type { Failure } from '#shared/kernel/failure.js';

/** Who told us. First come wins; later ones with the same news are duplicates. */
export type FactSource = 'answer' | 'webhook' | 'resolver' | 'operator';

/** What an operator has seen at the provider; kept with the fact. */
interface Seen {
  readonly evidence?: string;
}

/** Which of the provider's payments, and which of our attempts, a fact is about. */
interface About extends Seen {
  readonly providerReference: string;
  /** Absent: the attempt that is under way. */
  readonly generation?: number;
}

/** Something that is now known about a payment; facts are appended, never changed. */
export type PaymentFact =
  | ({ readonly kind: 'captured' } & About)
  | ({ readonly kind: 'declined' | 'cancelled'; readonly failure: Failure } & Partial<About>)
  | ({ readonly kind: 'processing' | 'requires_action' } & About)
  | { readonly kind: 'unknown' };

/** Something that is now known about one of our refunds. */
export type RefundFact =
  | ({ readonly kind: 'refunded' | 'refund_pending'; readonly providerReference: string } & Seen)
  | { readonly kind: 'refund_failed'; readonly detail: string; readonly providerReference?: string };
