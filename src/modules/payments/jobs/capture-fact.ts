import type { PaymentFact } from '../domain/payment-fact.js';
import type { Payment } from '../domain/payment.entity.js';
import { PaymentOutcomeUnknown, type PaymentGateway } from '../gateway/payment-gateway.js';

/** Sends the capture exactly as stored: the same key and parameters, however often it is asked. */
export async function factOf(gateway: PaymentGateway, payment: Payment): Promise<PaymentFact> {
  const outcome = await gateway.capture({
    key: payment.stepKey,
    amount: payment.amount,
    currency: payment.currency,
    paymentMethod: payment.paymentMethod,
    references: { orderId: payment.orderId, paymentId: payment.id, sagaId: payment.sagaId },
  });
  const { providerReference } = outcome;
  if (outcome.kind === 'declined')
    return { kind: 'declined', failure: { code: outcome.code, detail: outcome.detail }, providerReference };
  return { kind: outcome.kind, providerReference: outcome.providerReference };
}

/** A provider that did not answer has not said no: that is a fact of its own. Every other error is not about the payment. */
export const unknownIfUnanswered = (error: unknown): PaymentFact => {
  if (error instanceof PaymentOutcomeUnknown) return { kind: 'unknown' };
  throw error;
};
