import type { Effect, Happening } from '../books/effect.js';
import type { PaymentRecord, RefundRecord } from '../books/records.js';

/**
 * The happenings of an effect with the state in between that the sandbox usually skips, in the order in which they
 * happened: told in reverse, older news arrives after newer.
 */
export function retell(effect: Effect): readonly Happening[] {
  const [happening, ...more] = effect.happened;
  if (happening?.type === 'refund.created' && effect.refund?.status === 'succeeded') {
    return [{ type: 'refund.created', shows: pending(effect.refund) }, { type: 'refund.updated' }];
  }
  if (happening?.type === 'payment_intent.succeeded' && effect.payment) {
    return [{ type: 'payment_intent.processing', shows: processing(effect.payment) }, happening, ...more];
  }
  return effect.happened;
}

const pending = (refund: RefundRecord): RefundRecord => ({ ...refund, status: 'pending' });

const processing = (payment: PaymentRecord): PaymentRecord => ({
  ...payment,
  status: 'processing',
  charge: payment.charge && { ...payment.charge, status: 'pending' },
});
