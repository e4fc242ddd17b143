import type Stripe from 'stripe';
import type { RefundRecord } from '../books/records.js';
import { unixSeconds } from './unix-seconds.js';

/** A refund in Stripe's words. */
export function refundWire(refund: RefundRecord): Stripe.Refund {
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    balance_transaction: null,
    charge: refund.chargeId,
    created: unixSeconds(refund.createdAt),
    currency: refund.currency,
    customer: null,
    customer_account: null,
    ...(refund.status === 'failed' ? { failure_reason: 'unknown' } : {}),
    metadata: { ...refund.metadata },
    payment_intent: refund.paymentId,
    payment_method: null,
    ...(refund.status === 'pending' ? { pending_reason: 'processing' as const } : {}),
    reason: refund.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: refund.status,
    transfer_reversal: null,
  };
}
