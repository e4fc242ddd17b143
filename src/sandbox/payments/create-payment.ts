import type { Books } from '../books/books.js';
import type { Effect } from '../books/effect.js';
import type { PaymentRecord } from '../books/records.js';
import type { BankFault } from '../faults/fault.js';
import type { Circumstances, Operation } from '../keys/operation.js';
import { cardOf } from '../methods/card.js';
import { newId } from '../wire/new-id.js';
import { declinedError } from './declined-error.js';
import { newCharge, takeMoney } from './take-money.js';
import { type PaymentRequest, readPaymentRequest } from './payment-request.js';

/** `POST /v1/payment_intents`: create, and confirm in the same call when asked to. */
export const createPayment: Operation<PaymentRequest> = {
  path: '/v1/payment_intents',
  makesPayment: true,
  shapedBy: ['stored-500', 'async-outcome', 'requires-action'],
  paymentMethodOf: (params) => params.get('payment_method') ?? null,
  read: readPaymentRequest,
  decide: (request: PaymentRequest, _books: Books, circumstances: Circumstances): Effect => {
    const payment = blankPayment(request, circumstances);
    if (!request.confirm || request.paymentMethod === null) {
      return { payment, happened: [], reply: { status: 200, showsObject: true } };
    }
    const card = cardOf(request.paymentMethod);
    return confirm(payment, circumstances, circumstances.fault ?? card?.habit, card?.decline ?? null);
  },
};

function blankPayment(request: PaymentRequest, { now, cause }: Circumstances): PaymentRecord {
  return {
    object: 'payment_intent',
    id: newId('pi'),
    createdAt: now,
    amount: request.amount,
    currency: request.currency,
    status: request.paymentMethod === null ? 'requires_payment_method' : 'requires_confirmation',
    paymentMethod: request.paymentMethod,
    allowedTypes: request.allowedTypes,
    metadata: request.metadata,
    description: request.description,
    returnUrl: request.returnUrl,
    idempotencyKey: cause.idempotencyKey,
    charge: null,
    decline: null,
    cancelled: null,
    outcome: null,
  };
}

function confirm(
  payment: PaymentRecord,
  { now }: Circumstances,
  fault: BankFault | undefined,
  decline: PaymentRecord['decline'],
): Effect {
  const reply = { status: 200, showsObject: true };
  if (fault?.kind === 'requires-action') {
    return {
      payment: { ...payment, status: 'requires_action' },
      happened: [{ type: 'payment_intent.requires_action' }],
      reply,
    };
  }
  const charge = newCharge(now);
  if (decline) {
    const declined = {
      ...payment,
      status: 'requires_payment_method' as const,
      charge: { ...charge, status: 'failed' as const },
      decline,
    };
    return {
      payment: declined,
      happened: [{ type: 'payment_intent.payment_failed' }],
      reply: { status: 402, error: declinedError(decline, charge.id), showsObject: true },
    };
  }
  if (fault?.kind === 'async-outcome') {
    return {
      payment: {
        ...payment,
        status: 'processing',
        charge: { ...charge, status: 'pending' },
        outcome: { result: fault.result, dueAt: now + fault.ms },
      },
      happened: [{ type: 'payment_intent.processing' }],
      reply,
    };
  }
  return { ...takeMoney(payment, charge, now), reply };
}
