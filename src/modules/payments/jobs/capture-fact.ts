import type { Failure } from '#shared/kernel/failure.js';
import type { PaymentFact } from '../domain/payment-fact.js';
import { providerKey } from '../domain/attempt.js';
import type { Payment } from '../domain/payment.entity.js';
import { everyItem } from '../gateway/provider-books.js';
import { PaymentMismatched, type PaymentGateway, type ProviderPayment } from '../gateway/payment-gateway.js';

/** Sends the capture exactly as stored: the same key and parameters, however often it is asked. */
export async function captureFact(gateway: PaymentGateway, payment: Payment): Promise<PaymentFact> {
  const outcome = await gateway.capture({
    key: providerKey(payment),
    amount: payment.amount,
    currency: payment.currency,
    paymentMethod: payment.paymentMethod,
    references: {
      orderId: payment.orderId,
      paymentId: payment.id,
      sagaId: payment.sagaId,
      generation: String(payment.generation),
    },
  });
  const { providerReference } = outcome;
  if (outcome.kind === 'declined') {
    return { kind: 'declined', failure: { code: outcome.code, detail: outcome.detail }, providerReference };
  }
  return { kind: outcome.kind, providerReference: outcome.providerReference };
}

/** Provider payments may be booked this much before we believe to have asked: two clocks never agree. */
const CLOCK_MARGIN_MS = 5 * 60_000;

/**
 * Looks the payment up in the provider's books: by its reference, else by a complete listing since before the first
 * attempt. The provider's search is not used: it lags and proves nothing.
 */
export async function lookUpPayment(gateway: PaymentGateway, payment: Payment): Promise<PaymentFact | undefined> {
  if (payment.providerReference) {
    const found = await gateway.findPayment(payment.providerReference);
    // A provider that does not know its own reference contradicts itself, which proves nothing.
    return factOf(payment, found) ?? { kind: 'unknown' };
  }
  const since = new Date(payment.createdAt.getTime() - CLOCK_MARGIN_MS);
  const ours: ProviderPayment[] = [];
  for await (const listed of everyItem((after) => gateway.listPayments(since, after)))
    if (listed.references.paymentId === payment.id) ours.push(listed);
  // Money that moved outweighs every attempt; what became of an earlier attempt says nothing else about this one.
  const latest = ours.find(({ references: { generation = '1' } }) => Number(generation) >= payment.generation);
  return factOf(payment, ours.find(({ status }) => status === 'captured') ?? latest);
}

/**
 * Gives up a payment that waits for its customer; undefined when there is nothing to give up, or it is too late for that.
 * Each look has a key of its own: the provider would repeat a refusal that is not true any more.
 */
export async function withdrawnFact(
  gateway: PaymentGateway,
  payment: Payment,
  look: number,
): Promise<PaymentFact | undefined> {
  const { withdrawal, providerReference } = payment;
  if (!payment.isToBeCancelled || !withdrawal || !providerReference) return undefined;
  const key = `${providerKey(payment)}:withdraw:${look}`;
  const isCancelled = await gateway.cancelPayment(providerReference, key);
  return isCancelled ? { kind: 'cancelled', failure: withdrawal, providerReference } : undefined;
}

/** What a customer is told whose payment ended at the provider without money. */
export const notCompleted: Failure = {
  code: 'payment_declined',
  detail: 'The payment was not completed; place a new order with another payment method.',
};

const factOf = (payment: Payment, found: ProviderPayment | undefined): PaymentFact | undefined => {
  if (!found) return undefined;
  const { providerReference, status, amount, currency } = found;
  if (amount !== payment.amount || currency !== payment.currency) {
    throw new PaymentMismatched('The payment provider has booked another amount or currency', providerReference);
  }
  if (status === 'captured' || status === 'processing' || status === 'requires_action') {
    return { kind: status, providerReference };
  }
  // Made, but never confirmed: nothing has happened, and nothing says that nothing will.
  if (status === 'created') return { kind: 'unknown' };
  return { kind: status, failure: notCompleted, providerReference };
};
