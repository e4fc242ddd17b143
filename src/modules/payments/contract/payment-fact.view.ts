/** Something that was learned about the payment of an order, and who told it. */
export interface PaymentFactView {
  readonly at: Date;
  readonly fact:
    | 'captured'
    | 'declined'
    | 'cancelled'
    | 'processing'
    | 'requires_action'
    | 'unknown'
    | 'refunded'
    | 'refund_pending'
    | 'refund_failed'
    | 'disputed'
    | 'surplus';
  readonly source: 'answer' | 'webhook' | 'resolver' | 'operator';
  /** The step whose attempt it is about, such as `payment.capture`. */
  readonly step?: string;
  /** Minor units; present where money moved. */
  readonly amount?: number;
  readonly currency: string;
  /** Our own code of a refusal, never the provider's words. */
  readonly code?: string;
}
