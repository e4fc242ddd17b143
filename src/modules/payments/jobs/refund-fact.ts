import { providerKey } from '../domain/attempt.js';
import type { RefundFact } from '../domain/payment-fact.js';
import type { Payment } from '../domain/payment.entity.js';
import type { Refund } from '../domain/refund.entity.js';
import { PaymentOutcomeUnknown, type PaymentGateway, type ProviderRefund } from '../gateway/payment-gateway.js';

/** Sends the refund exactly as stored: the same key and parameters, however often it is asked. */
export async function refundFact(gateway: PaymentGateway, payment: Payment, refund: Refund): Promise<RefundFact> {
  const outcome = await gateway.refund({
    key: providerKey(refund),
    providerReference: refund.moneyOf(payment)!,
    amount: refund.amount,
    currency: refund.currency,
    references: {
      orderId: payment.orderId,
      paymentId: payment.id,
      sagaId: payment.sagaId,
      refundId: refund.id,
      generation: String(refund.generation),
    },
  });
  const { providerReference } = outcome;
  if (outcome.kind === 'failed') return { kind: 'refund_failed', detail: outcome.detail, providerReference };
  return {
    kind: outcome.kind === 'pending' ? 'refund_pending' : 'refunded',
    providerReference: outcome.providerReference,
  };
}

const KINDS = { succeeded: 'refunded', pending: 'refund_pending', failed: 'refund_failed' } as const;

/** Looks the refund up among all refunds of its payment. */
export async function lookUpRefund(
  gateway: PaymentGateway,
  payment: Payment,
  refund: Refund,
): Promise<RefundFact | undefined> {
  const found = factAmong(await gateway.listRefunds(refund.moneyOf(payment)!), refund);
  if (refund.providerReference && !found)
    throw new PaymentOutcomeUnknown('The payment provider does not list a refund that it named');
  return found;
}

/**
 * What a list of all refunds of its payment says about one of ours: one that succeeded, whichever attempt made it,
 * outweighs the one whose reference is known. Without a reference only money that moves counts: what failed may be an
 * earlier attempt.
 */
export function factAmong(listed: readonly ProviderRefund[], refund: Refund): RefundFact | undefined {
  const known = refund.providerReference;
  const isOurs = (found: ProviderRefund): boolean =>
    found.refundId === refund.id || (known !== null && found.providerReference === known);
  const ours = listed.filter(isOurs);
  const found =
    ours.find(({ status }) => status === 'succeeded') ??
    ours.find(({ status, providerReference }) => (known ? providerReference === known : status === 'pending'));
  return (
    found && { kind: KINDS[found.status], providerReference: found.providerReference, detail: 'The refund failed.' }
  );
}
