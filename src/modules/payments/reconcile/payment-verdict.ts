import { type Verdict, verdictOn } from './comparing.js';
import type { Entry } from './report.js';
import type { PaymentStatus } from '../contract/index.js';
import type { Payment } from '../domain/payment.entity.js';
import type { Refund } from '../domain/refund.entity.js';
import type { ProviderPayment } from '../gateway/payment-gateway.js';

/** What the provider may say about a payment that we believe to be so; for the rest nobody knows yet. */
const SAYS: Readonly<Record<PaymentStatus, readonly ProviderPayment['status'][]>> = {
  captured: ['captured'],
  partially_refunded: ['captured'],
  refunded: ['captured'],
  declined: ['declined', 'cancelled', 'created'],
  cancelled: ['cancelled', 'declined'],
  processing: ['processing'],
  requires_action: ['requires_action'],
  pending: [],
  unknown: [],
};

export const paymentHere = ({
  providerReference,
  id,
  orderId,
  status,
  amount,
  currency,
  refunded,
}: Payment): Entry => ({
  reference: providerReference ?? undefined,
  id,
  orderId,
  status,
  amount,
  currency,
  refunded,
});

const paymentThere = ({ providerReference, references, ...there }: ProviderPayment): Entry => ({
  reference: providerReference,
  id: references.paymentId,
  orderId: references.orderId,
  status: there.status,
  amount: there.amount,
  currency: there.currency,
  refunded: there.refunded,
});

/**
 * What both books make of a payment that the provider lists. `here` is ours that it is or claims to be, `refunds` are ours
 * of that payment; without one of ours it is ours all the same where it names a payment or a saga of this service.
 */
export function paymentVerdict(
  here: Payment | undefined,
  listed: ProviderPayment,
  refunds: readonly Refund[] = [],
): Verdict {
  const there = paymentThere(listed);
  const { paymentId, sagaId } = listed.references;
  if (!here) return paymentId || sagaId ? { is: 'only there', there } : { is: 'foreign' };
  if (here.providerReference !== null && here.providerReference !== listed.providerReference)
    return besideVerdict(here, listed, refunds);
  // The provider counts what is on its way as refunded; what we have not sent yet it cannot know.
  const isRefundKnown = listed.refunded >= here.refunded && listed.refunded <= here.refunded + here.refunding;
  return verdictOn(paymentHere(here), there, [
    !SAYS[here.status].includes(listed.status) && 'status',
    here.amount !== listed.amount && 'amount',
    here.currency !== listed.currency && 'currency',
    here.captured > 0 && !isRefundKnown && 'refunded',
  ]);
}

/** Another of the provider's payments for the same order moved no money, or all of it has gone back. */
function besideVerdict(here: Payment, listed: ProviderPayment, refunds: readonly Refund[]): Verdict {
  const isReversed = refunds.some(
    ({ surplusReference, status }) => surplusReference === listed.providerReference && status === 'succeeded',
  );
  const isHarmless = ['declined', 'cancelled', 'created'].includes(listed.status) || isReversed;
  return verdictOn(paymentHere(here), paymentThere(listed), [!isHarmless && 'a second payment']);
}
