import { RefundResponse } from './payment.response.js';
import { RefundRequest } from './refund.request.js';
import { Documented } from '#shared/http/openapi/documented.decorator.js';

const refund = {
  id: '019a7c20-11aa-7c5e-9d3f-8b7a6c5d4e3f',
  paymentId: '019a7c1e-58f4-7b11-8c0e-3a1d2f4b5c6d',
  amount: 890,
  currency: 'EUR',
  status: 'succeeded',
  reason: 'One cup was broken.',
  providerReference: 're_3TgXk2',
  createdAt: '2026-03-15T10:00:00.000Z',
};

export const RefundPaymentDocs = (): MethodDecorator =>
  Documented({
    id: 'refundPayment',
    summary: 'Give money back',
    description:
      'Some of a captured payment, or all that is left of it. Each refund is an intent of its own, with a key of its ' +
      'own; repeating it under that key gives nothing back twice, and all refunds together never exceed what was ' +
      'captured.\n\nThe order and its stock stay as they are: to undo an order, cancel it. A refund that was `pending` ' +
      'or `succeeded` can still come back from the bank of the customer; it is `failed` then, and its amount is left to ' +
      'be refunded again.',
    params: { id: { description: 'The payment; `paymentId` of its order.' } },
    body: {
      type: RefundRequest,
      examples: {
        part: { summary: 'A part of it', value: { amount: 890, reason: 'One cup was broken.' } },
        rest: { summary: 'All that is left', value: {} },
      },
    },
    answers: {
      201: {
        description: 'The provider has taken it: the money is back (`succeeded`), or on its way (`pending`).',
        body: RefundResponse,
        headers: ['Location'],
        examples: {
          succeeded: { summary: 'Given back', value: refund },
          pending: { summary: 'On its way', value: { ...refund, status: 'pending' } },
        },
      },
    },
    refuses: ['not_found', 'not_captured', 'refund_exceeds_capture', 'refund_refused'],
  });
