import {
  type ProviderRefund,
  type RefundOutcome,
  type RefundRequest,
  PaymentMismatched,
  PaymentOutcomeUnknown,
} from '../payment-gateway.js';
import { fromStripeAmount } from './stripe-money.js';
import { expectSame } from './asked-and-answered.js';
import { asAmount, asGeneration, asObject, asText } from './wire-member.js';

/** Stripe's statuses of a refund; one that waits for the customer's bank details is pending like any other. */
const KINDS: ReadonlyMap<string, RefundOutcome['kind']> = new Map([
  ['succeeded', 'refunded'],
  ['pending', 'pending'],
  ['requires_action', 'pending'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
]);

const STATUSES = { refunded: 'succeeded', pending: 'pending', failed: 'failed' } as const;

/** Reads one refund of a list; undefined when a member that decides is missing. */
export function readProviderRefund(answer: unknown): ProviderRefund | undefined {
  const wire = asObject(answer);
  const id = asText(wire?.['id']);
  const amount = asAmount(wire?.['amount']);
  const currency = asText(wire?.['currency'])?.toUpperCase();
  const kind = KINDS.get(asText(wire?.['status']) ?? '');
  if (wire?.['object'] !== 'refund' || !id || amount === undefined || !currency || !kind) return undefined;
  const metadata = asObject(wire['metadata']);
  return {
    providerReference: id,
    status: STATUSES[kind],
    amount: fromStripeAmount(amount, currency),
    paymentReference: asText(wire['payment_intent']),
    refundId: asText(metadata?.['refundId']),
    generation: asGeneration(metadata?.['generation']),
  };
}

/** The one sentence about a refund that the provider does not make. */
export const REFUND_REFUSED = 'The payment provider does not refund this amount of this payment.';

/**
 * What Stripe's answer to a refund means. Throws PaymentOutcomeUnknown for what cannot be read, the refund may exist;
 * PaymentMismatched for a refund that is not the one asked for.
 */
export function refundOutcome(answer: unknown, asked: RefundRequest): RefundOutcome {
  const wire = asObject(answer);
  const id = asText(wire?.['id']);
  const amount = asAmount(wire?.['amount']);
  const currency = asText(wire?.['currency'])?.toUpperCase();
  const kind = KINDS.get(asText(wire?.['status']) ?? '');
  if (wire?.['object'] !== 'refund' || !id || amount === undefined || !currency || !kind) {
    throw new PaymentOutcomeUnknown('The payment provider answered refund with no readable refund');
  }
  expectSame(asked, { id, amount, currency, metadata: asObject(wire['metadata']) ?? {} });
  if (wire['payment_intent'] !== asked.providerReference) {
    throw new PaymentMismatched('The payment provider answered with a refund of another payment', id);
  }
  return kind === 'failed'
    ? { kind, providerReference: id, detail: 'The payment provider could not return the money.' }
    : { kind, providerReference: id, amount: asked.amount };
}
