import type { PaymentRecord } from '../books/records.js';
import type { Operation } from '../keys/operation.js';
import { expansionOf } from '../wire/expand.js';
import { WireRefusal, invalidParam, missing } from '../wire/wire-refusal.js';

const REASONS = ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'] as const;
type Reason = (typeof REASONS)[number];

/** A payment can be given up while no money is moving (docs.stripe.com/api/payment_intents/cancel). */
const CANCELLABLE: readonly PaymentRecord['status'][] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
];

/** `POST /v1/payment_intents/:id/cancel`. */
export const cancelPayment = (id: string): Operation<{ reason: Reason | null }> => ({
  path: `/v1/payment_intents/${id}/cancel`,
  makesPayment: false,
  shapedBy: ['stored-500'],
  paymentMethodOf: (_params, books) => books.payments.get(id)?.paymentMethod ?? null,
  read: (params) => {
    params.allowOnly('cancellation_reason', 'expand');
    expansionOf(params);
    const reason = params.get('cancellation_reason');
    const known = REASONS.find((name) => name === reason);
    if (reason !== undefined && !known) {
      throw invalidParam('cancellation_reason', `Invalid cancellation_reason: must be one of ${REASONS.join(', ')}`);
    }
    return { reason: known ?? null };
  },
  decide: ({ reason }, books, { now }) => {
    const payment = books.payments.get(id);
    if (!payment) throw missing(404, 'intent', 'payment_intent', id);
    if (!CANCELLABLE.includes(payment.status)) throw wrongState(payment);
    return {
      payment: { ...payment, status: 'canceled', cancelled: { at: now, reason } },
      happened: [{ type: 'payment_intent.canceled' }],
      reply: { status: 200, showsObject: true },
    };
  },
});

function wrongState(payment: PaymentRecord): WireRefusal {
  const message = `You cannot cancel this PaymentIntent because it has a status of ${payment.status}.`;
  return new WireRefusal(
    400,
    { type: 'invalid_request_error', code: 'payment_intent_unexpected_state', message },
    payment,
  );
}
