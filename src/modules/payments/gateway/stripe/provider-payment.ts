import type { ProviderPayment } from '../payment-gateway.js';
import { type PaymentIntent, readPaymentIntent } from './payment-intent.js';
import { fromStripeAmount } from './stripe-money.js';
import { asText } from './wire-member.js';

const STATUSES: ReadonlyMap<string, ProviderPayment['status']> = new Map([
  ['succeeded', 'captured'],
  ['processing', 'processing'],
  ['requires_action', 'requires_action'],
  ['canceled', 'cancelled'],
  ['requires_confirmation', 'created'],
]);

/** A status of tomorrow is read as not final: neither money nor its absence is concluded from it. */
function statusOf(intent: PaymentIntent): ProviderPayment['status'] {
  if (intent.status === 'requires_payment_method') return intent.failure ? 'declined' : 'created';
  return STATUSES.get(intent.status) ?? 'processing';
}

/**
 * An account may hold payments that are not ours, in units we do not know; those keep Stripe's number, since they must be
 * listed and can equal none of ours, whose currencies are all known.
 */
function minorUnits(stripeAmount: number, currency: string): number {
  try {
    return fromStripeAmount(stripeAmount, currency);
  } catch {
    return stripeAmount;
  }
}

/** Reads a payment with its charge in full; undefined when a member that decides is missing. */
export function readProviderPayment(answer: unknown): ProviderPayment | undefined {
  const intent = readPaymentIntent(answer);
  if (intent?.refunded === undefined) return undefined;
  const { id, amount, currency, createdAt, metadata, refunded } = intent;
  return {
    providerReference: id,
    status: statusOf(intent),
    amount: minorUnits(amount, currency),
    currency,
    refunded: minorUnits(refunded, currency),
    createdAt,
    references: {
      orderId: asText(metadata['orderId']),
      paymentId: asText(metadata['paymentId']),
      sagaId: asText(metadata['sagaId']),
      generation: asText(metadata['generation']),
    },
  };
}
