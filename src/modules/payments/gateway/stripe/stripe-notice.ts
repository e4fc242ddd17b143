import type { NoticedPayment, NoticedReferences, NoticedRefund, ProviderNotice } from '../provider-webhooks.js';
import { declineDetail } from './refusal-detail.js';
import { asName, type StripeEvent } from './stripe-event.js';
import { fromStripeAmount } from './stripe-money.js';
import { asAmount, asGeneration, asObject, asText, type Wire } from './wire-member.js';

const PAYMENT_STATUSES: ReadonlyMap<string, NoticedPayment['status']> = new Map([
  ['payment_intent.succeeded', 'captured'],
  ['payment_intent.payment_failed', 'declined'],
  ['payment_intent.processing', 'processing'],
  ['payment_intent.requires_action', 'requires_action'],
  ['payment_intent.canceled', 'cancelled'],
]);

const REFUND_TYPES: readonly string[] = ['refund.created', 'refund.updated', 'refund.failed'];

const REFUND_STATUSES: ReadonlyMap<string, NoticedRefund['status']> = new Map([
  ['succeeded', 'succeeded'],
  ['pending', 'pending'],
  ['requires_action', 'pending'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
]);

const DISPUTED = 'charge.dispute.created';

/** The types of events that `noticeOf` makes something of. */
export const ACTED_ON: readonly string[] = [...PAYMENT_STATUSES.keys(), ...REFUND_TYPES, DISPUTED];

const UNREADABLE: ProviderNotice = { kind: 'unreadable' };

/** What an event means to us; a type that nobody acts on is `ignored`, whatever it contains. */
export function noticeOf({ type, object }: StripeEvent): ProviderNotice {
  const status = PAYMENT_STATUSES.get(type);
  if (status) return paymentNotice(status, object);
  if (REFUND_TYPES.includes(type)) return refundNotice(type, object);
  if (type === DISPUTED) return disputeNotice(object);
  return { kind: 'ignored' };
}

function paymentNotice(status: NoticedPayment['status'], wire: Wire): ProviderNotice {
  const providerReference = asName(wire['id']);
  const money = moneyOf(wire);
  if (wire['object'] !== 'payment_intent' || !providerReference || !money) return UNREADABLE;
  // Money that is only in part there is another payment than the one asked for.
  if (status === 'captured' && (wire['amount_received'] ?? wire['amount']) !== wire['amount']) return UNREADABLE;
  const error = asObject(wire['last_payment_error']);
  const detail = declineDetail(asText(error?.['decline_code']) ?? asText(error?.['code']));
  const references = referencesOf(wire['metadata']);
  const payment = { providerReference, status, ...money, references };
  return { kind: 'payment', payment: status === 'declined' ? { ...payment, detail } : payment };
}

function refundNotice(type: string, wire: Wire): ProviderNotice {
  const providerReference = asName(wire['id']);
  const money = moneyOf(wire);
  const status = type === 'refund.failed' ? 'failed' : REFUND_STATUSES.get(asText(wire['status']) ?? '');
  // A refund of nothing is none.
  if (wire['object'] !== 'refund' || !providerReference || !money?.amount || !status) return UNREADABLE;
  const { refundId, generation } = asObject(wire['metadata']) ?? {};
  return {
    kind: 'refund',
    refund: {
      providerReference,
      status,
      ...money,
      refundId: asText(refundId),
      generation: asGeneration(generation),
      paymentReference: idOf(wire['payment_intent']),
    },
  };
}

function disputeNotice(wire: Wire): ProviderNotice {
  const providerReference = asName(wire['id']);
  if (wire['object'] !== 'dispute' || !providerReference) return UNREADABLE;
  return { kind: 'dispute', dispute: { providerReference, paymentReference: idOf(wire['payment_intent']) } };
}

/** Amount and currency in our units; undefined for a fraction of a minor unit, or money that is none. */
function moneyOf(wire: Wire): { amount: number; currency: string } | undefined {
  const amount = asAmount(wire['amount']);
  const currency = asText(wire['currency'])?.toUpperCase();
  if (amount === undefined || !currency) return undefined;
  try {
    return { amount: fromStripeAmount(amount, currency), currency };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const referencesOf = (metadata: unknown): NoticedReferences => {
  const { orderId, paymentId, sagaId, generation } = asObject(metadata) ?? {};
  return {
    orderId: asText(orderId),
    paymentId: asText(paymentId),
    sagaId: asText(sagaId),
    generation: asGeneration(generation),
  };
};

/** A reference to another object, expanded or not. */
const idOf = (value: unknown): string | undefined => asName(value) ?? asName(asObject(value)?.['id']);
