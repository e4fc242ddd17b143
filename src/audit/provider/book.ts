/** A payment as the provider holds it; amounts in ISO 4217 minor units. */
export interface TheirPayment {
  readonly reference: string;
  readonly succeeded: boolean;
  readonly amount: number;
  readonly currency: string;
  readonly refunded: number;
  readonly charge?: string;
  readonly paymentId?: string;
  readonly orderId?: string;
  readonly createdAt: number;
}

/** A refund as the provider holds it. */
export interface TheirRefund {
  readonly reference: string;
  readonly payment: string;
  readonly failed: boolean;
  readonly amount: number;
  readonly currency: string;
  readonly refundId?: string;
  readonly createdAt: number;
}

/** What the provider holds, as it was read. About 500 bytes a payment, all of it in memory. */
export class Book {
  readonly payments = new Map<string, TheirPayment>();
  readonly refunds = new Map<string, TheirRefund>();
  private readonly naming = new Map<string, TheirPayment[]>();
  private readonly refundsByPayment = new Map<string, TheirRefund[]>();

  addPayment(payment: TheirPayment): void {
    this.payments.set(payment.reference, payment);
    for (const id of new Set([payment.paymentId, payment.orderId])) {
      if (id) this.naming.set(id, [...(this.naming.get(id) ?? []), payment]);
    }
  }

  addRefund(refund: TheirRefund): void {
    this.refunds.set(refund.reference, refund);
    this.refundsByPayment.set(refund.payment, [...(this.refundsByPayment.get(refund.payment) ?? []), refund]);
  }

  /** Payments whose metadata names this payment or this order of ours. */
  claiming(paymentId: string, orderId: string): TheirPayment[] {
    return [...new Set([...(this.naming.get(paymentId) ?? []), ...(this.naming.get(orderId) ?? [])])];
  }

  refundsOf(reference: string): readonly TheirRefund[] {
    return this.refundsByPayment.get(reference) ?? [];
  }
}
