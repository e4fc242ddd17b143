import { type Verdict, verdictOn } from './comparing.js';
import type { Entry } from './report.js';
import type { Payment } from '../domain/payment.entity.js';
import type { Refund } from '../domain/refund.entity.js';
import type { ProviderRefund } from '../gateway/payment-gateway.js';

export const refundHere = ({ providerReference, id, orderId, status, amount, currency }: Refund): Entry => ({
  reference: providerReference ?? undefined,
  id,
  orderId,
  status,
  amount,
  currency,
});

const refundThere = ({ providerReference, refundId, status, amount }: ProviderRefund): Entry => ({
  reference: providerReference,
  id: refundId,
  status,
  amount,
});

/** What both books make of a refund that the provider lists; `payment` is ours whose money it gives back. */
export function refundVerdict(here: Refund | undefined, listed: ProviderRefund, payment: Payment | undefined): Verdict {
  const there = refundThere(listed);
  // One that failed gave nothing back, whoever made it.
  if (!here && listed.status === 'failed') return { is: payment ? 'agree' : 'foreign' };
  if (!here) return payment || listed.refundId ? { is: 'only there', there } : { is: 'foreign' };
  const isSame = here.providerReference === listed.providerReference;
  const isAnother = here.providerReference !== null && !isSame;
  // The success of an earlier attempt that came late is the one that counts.
  const isEarlier = !isSame && (listed.generation ?? here.generation) < here.generation;
  if (isAnother || isEarlier)
    return verdictOn(refundHere(here), there, [listed.status !== 'failed' && 'a second refund']);
  return verdictOn(refundHere(here), there, [
    here.status !== listed.status && 'status',
    here.amount !== listed.amount && 'amount',
  ]);
}
