import type { Failure } from '#shared/kernel/failure.js';

/** Who told us. First come wins; later ones with the same news are duplicates. */
export type FactSource = 'answer' | 'webhook' | 'resolver' | 'operator';

/** Something that is now known about a payment; facts are appended, never changed. */
export type PaymentFact =
  | { readonly kind: 'captured'; readonly providerReference: string }
  | { readonly kind: 'declined'; readonly failure: Failure; readonly providerReference?: string }
  | { readonly kind: 'processing' | 'requires_action'; readonly providerReference: string }
  | { readonly kind: 'unknown' };

/** Something that is now known about one of our refunds. */
export type RefundFact =
  | { readonly kind: 'refunded' | 'refund_pending'; readonly providerReference: string }
  | { readonly kind: 'refund_failed'; readonly detail: string; readonly providerReference?: string };
