import type { Effect } from '../books/effect.js';
import type { ChargeRecord, DisputeRecord, PaymentRecord } from '../books/records.js';
import { cardOf } from '../methods/card.js';
import { newId } from '../wire/new-id.js';

type Charge = Omit<ChargeRecord, 'status'>;

export const newCharge = (now: number): Charge => ({ id: newId('ch'), createdAt: now, refunded: 0 });

/** What happens when the bank gives the money: the payment succeeds, and is disputed at once where its card is for that. */
export function takeMoney(payment: PaymentRecord, charge: Charge, now: number): Effect {
  const taken = { ...charge, status: 'succeeded' as const };
  const isDisputed = payment.paymentMethod !== null && cardOf(payment.paymentMethod)?.disputes;
  if (!isDisputed) {
    return {
      payment: { ...payment, status: 'succeeded', charge: taken },
      happened: [{ type: 'payment_intent.succeeded' }],
    };
  }
  return {
    payment: { ...payment, status: 'succeeded', charge: { ...taken, disputed: true } },
    happened: [
      { type: 'payment_intent.succeeded' },
      { type: 'charge.dispute.created', shows: disputeOf(payment, charge, now) },
    ],
  };
}

const disputeOf = ({ id, amount, currency }: PaymentRecord, { id: chargeId }: Charge, now: number): DisputeRecord => ({
  object: 'dispute',
  id: newId('du'),
  createdAt: now,
  paymentId: id,
  chargeId,
  amount,
  currency,
});
