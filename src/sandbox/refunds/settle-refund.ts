import type { Effect } from '../books/effect.js';
import type { PaymentRecord, RefundRecord } from '../books/records.js';

/** What a refund becomes when its time has come; a failed one gives its amount back to be refunded again. */
export function settleRefund(refund: RefundRecord, payment: PaymentRecord): Effect | undefined {
  const { outcome } = refund;
  if (!outcome) return undefined;
  if (outcome.result === 'succeeded') {
    return { refund: { ...refund, status: 'succeeded', outcome: null }, happened: [{ type: 'refund.updated' }] };
  }
  const { charge } = payment;
  return {
    refund: { ...refund, status: 'failed', outcome: null },
    payment: { ...payment, charge: charge && { ...charge, refunded: charge.refunded - refund.amount } },
    happened: [{ type: 'refund.failed' }],
  };
}
