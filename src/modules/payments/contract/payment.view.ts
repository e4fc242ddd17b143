export type PaymentStatus =
  | 'pending'
  | 'requires_action'
  | 'processing'
  | 'captured'
  | 'partially_refunded'
  | 'refunded'
  | 'declined'
  | 'cancelled'
  | 'unknown';

export type RefundStatus = 'pending' | 'succeeded' | 'failed';

export interface RefundView {
  readonly id: string;
  readonly paymentId: string;
  readonly amount: number;
  readonly currency: string;
  readonly status: RefundStatus;
  readonly reason?: string;
  readonly providerReference?: string;
  readonly createdAt: string;
}

/** A payment as its tenant may see it; amounts in minor units of `currency`. */
export interface PaymentView {
  readonly id: string;
  readonly orderId: string;
  readonly amount: number;
  readonly currency: string;
  readonly captured: number;
  readonly refunded: number;
  readonly status: PaymentStatus;
  readonly provider: string;
  readonly providerReference?: string;
  readonly refunds: readonly RefundView[];
  readonly createdAt: string;
  readonly version: number;
}
