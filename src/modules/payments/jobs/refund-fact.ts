import { providerKey } from '../domain/attempt.js';
import type { RefundFact } from '../domain/payment-fact.js';
import type { Payment } from '../domain/payment.entity.js';
import type { Refund } from '../domain/refund.entity.js';
import type { PaymentGateway } from '../gateway/payment-gateway.js';

/** Sends the refund exactly as stored: the same key and parameters, however often it is asked. */
export async function refundFact(gateway: PaymentGateway, payment: Payment, refund: Refund): Promise<RefundFact> {
  const outcome = await gateway.refund({
    key: providerKey(refund),
    providerReference: payment.providerReference!,
    amount: refund.amount,
    currency: refund.currency,
    references: { orderId: payment.orderId, paymentId: payment.id, sagaId: payment.sagaId, refundId: refund.id },
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
  const ours = (await gateway.listRefunds(payment.providerReference!)).filter((found) => found.refundId === refund.id);
  // An earlier generation may have failed; what succeeded or is under way outweighs it.
  const found =
    ours.find(({ status }) => status === 'succeeded') ?? ours.find(({ status }) => status === 'pending') ?? ours[0];
  return (
    found && { kind: KINDS[found.status], providerReference: found.providerReference, detail: 'The refund failed.' }
  );
}
