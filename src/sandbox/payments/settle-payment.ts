import type { Effect } from '../books/effect.js';
import type { Decline, PaymentRecord } from '../books/records.js';
import { newCharge, takeMoney } from './take-money.js';

const LATE_DECLINE: Decline = {
  code: 'card_declined',
  declineCode: 'generic_decline',
  message: 'Your card was declined.',
};
const NOT_AUTHENTICATED: Decline = {
  code: 'payment_intent_authentication_failure',
  message: 'The provided payment method failed authentication.',
};

/** What a processing payment becomes when its time has come; undefined when it no longer waits for that. */
export function settlePayment(payment: PaymentRecord, now: number): Effect | undefined {
  const { outcome } = payment;
  if (payment.status !== 'processing' || !outcome || !payment.charge) return undefined;
  return conclude({ ...payment, outcome: null }, payment.charge, outcome.result, LATE_DECLINE, now);
}

/** What a payment becomes when the customer has acted, or has failed to. A failed action charges nothing. */
export function completeAction(payment: PaymentRecord, result: 'succeeded' | 'failed', now: number): Effect {
  return conclude(payment, null, result, NOT_AUTHENTICATED, now);
}

function conclude(
  payment: PaymentRecord,
  charge: PaymentRecord['charge'],
  result: 'succeeded' | 'failed',
  decline: Decline,
  now: number,
): Effect {
  if (result === 'failed') {
    return {
      payment: {
        ...payment,
        status: 'requires_payment_method',
        charge: charge && { ...charge, status: 'failed' },
        decline,
      },
      happened: [{ type: 'payment_intent.payment_failed' }],
    };
  }
  return takeMoney(payment, charge ?? newCharge(now), now);
}
