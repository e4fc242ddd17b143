import type { PaymentReferences, ProviderPayment, ProviderRefund } from './payment-gateway.js';

/** The half of the port through which the provider speaks first. It works in memory and calls nobody. */
export interface ProviderWebhooks {
  /** Stored with each message, so that a row says whose it is. */
  readonly provider: 'sandbox' | 'stripe';

  /**
   * Proves that these bytes are the provider's and fresh, and reads them. Throws a DomainError `invalid`:
   * `webhook_signature_invalid` when they are not, `malformed_json` or `validation_failed` when they are no event.
   */
  verify(raw: Buffer, proof: string | undefined): ProviderEvent;

  /** Reads what was proved when it came in; throws for bytes that never could have been. */
  read(raw: Buffer): ProviderEvent;
}

export interface ProviderEvent {
  readonly id: string;
  readonly type: string;
  /** The provider's account it belongs to, `''` when it names none and so means ours. */
  readonly account: string;
  /** Why it cannot be meant for us: play money where real is expected or the reverse, or somebody else's account. */
  readonly misdirected?: 'mode' | 'account';
  /** SHA-256 of what may not differ between two deliveries of one event (semantics 30). */
  readonly meaning: Buffer;
  readonly notice: ProviderNotice;
  /** The bytes to keep: as they came, without what lets their reader act for a customer. */
  readonly kept: Buffer;
}

export type ProviderNotice =
  | { readonly kind: 'payment'; readonly payment: NoticedPayment }
  | { readonly kind: 'refund'; readonly refund: NoticedRefund }
  | { readonly kind: 'dispute'; readonly dispute: NoticedDispute }
  /** We act on this type, but cannot read what it is about. */
  | { readonly kind: 'unreadable' }
  /** Nobody here acts on this type. */
  | { readonly kind: 'ignored' };

/** What our own references are after a round trip through the provider: texts that may be anything. */
export type NoticedReferences = Partial<Omit<PaymentReferences, 'generation'>> & { readonly generation?: number };

export interface NoticedPayment extends Pick<ProviderPayment, 'providerReference' | 'amount' | 'currency'> {
  readonly status: 'captured' | 'declined' | 'processing' | 'requires_action' | 'cancelled';
  readonly references: NoticedReferences;
  /** For a person, when it was declined; never contains card data. */
  readonly detail?: string;
}

export interface NoticedRefund extends ProviderRefund {
  readonly currency: string;
  /** All refunds of its payment as the provider lists them, when it was asked. */
  readonly listed?: readonly ProviderRefund[];
}

export interface NoticedDispute {
  readonly providerReference: string;
  /** The provider's payment that the customer's bank wants back. */
  readonly paymentReference?: string;
}
