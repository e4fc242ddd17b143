import type { Books } from '../books/books.js';
import type { PaymentRecord, RefundRecord } from '../books/records.js';
import type { BankFault } from '../faults/fault.js';
import type { Operation } from '../keys/operation.js';
import { cardOf } from '../methods/card.js';
import { newId } from '../wire/new-id.js';
import { WireRefusal, invalidParam, missing } from '../wire/wire-refusal.js';
import { type RefundRequest, readRefundRequest } from './refund-request.js';

/** `POST /v1/refunds`: pending and succeeded refunds together never exceed the charge. */
export const createRefund: Operation<RefundRequest> = {
  path: '/v1/refunds',
  makesPayment: false,
  shapedBy: ['stored-500', 'refund-pending', 'refund-fails-later'],
  paymentMethodOf: (params, books) => {
    const charge = params.get('charge');
    const payment = charge ? books.paymentOfCharge(charge) : books.payments.get(params.get('payment_intent') ?? '');
    return payment?.paymentMethod ?? null;
  },
  read: readRefundRequest,
  decide: (request, books, { now, cause, fault }) => {
    const { payment, charge } = refundable(request, books);
    if (charge.disputed) throw chargedBack(charge.id);
    const left = payment.amount - charge.refunded;
    const amount = request.amount ?? left;
    if (left === 0) throw alreadyRefunded(charge.id);
    if (amount > left) throw exceeds(amount, left);
    const habit = payment.paymentMethod === null ? undefined : cardOf(payment.paymentMethod)?.habit;
    const refund: RefundRecord = {
      object: 'refund',
      id: newId('re'),
      createdAt: now,
      paymentId: payment.id,
      chargeId: charge.id,
      amount,
      currency: payment.currency,
      reason: request.reason,
      metadata: request.metadata,
      idempotencyKey: cause.idempotencyKey,
      ...fate(fault ?? habit, now),
    };
    return {
      payment: { ...payment, charge: { ...charge, refunded: charge.refunded + amount } },
      refund,
      happened: [{ type: 'refund.created' }],
      reply: { status: 200, showsObject: true },
    };
  },
};

function fate(fault: BankFault | undefined, now: number): Pick<RefundRecord, 'status' | 'outcome'> {
  if (fault?.kind === 'refund-pending') {
    return { status: 'pending', outcome: { result: fault.result, dueAt: now + fault.ms } };
  }
  if (fault?.kind === 'refund-fails-later') {
    return { status: 'succeeded', outcome: { result: 'failed', dueAt: now + fault.ms } };
  }
  return { status: 'succeeded', outcome: null };
}

function refundable(request: RefundRequest, books: Books) {
  const { paymentId, chargeId } = request;
  const payment = chargeId === null ? books.payments.get(paymentId ?? '') : books.paymentOfCharge(chargeId);
  if (!payment && chargeId !== null) throw missing(400, 'charge', 'charge', chargeId);
  if (!payment) throw missing(400, 'payment_intent', 'payment_intent', paymentId ?? '');
  if (payment.charge?.status !== 'succeeded') throw nothingCharged(payment);
  return { payment, charge: payment.charge };
}

const nothingCharged = (payment: PaymentRecord): WireRefusal =>
  new WireRefusal(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: `This PaymentIntent (${payment.id}) does not have a successful charge to refund.`,
  });

const alreadyRefunded = (chargeId: string): WireRefusal =>
  new WireRefusal(400, {
    type: 'invalid_request_error',
    code: 'charge_already_refunded',
    message: `Charge ${chargeId} has already been refunded.`,
  });

/** The bank takes a disputed charge back itself (docs.stripe.com/error-codes#charge-disputed). */
const chargedBack = (chargeId: string): WireRefusal =>
  new WireRefusal(400, {
    type: 'invalid_request_error',
    code: 'charge_disputed',
    message: `Charge ${chargeId} has been charged back; it cannot be refunded.`,
  });

const exceeds = (amount: number, left: number): WireRefusal =>
  invalidParam('amount', `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`);
