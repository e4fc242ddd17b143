import { ConfirmOrderByIdRequest, ConfirmOrderRequest, PayDraftRequest } from './confirm-order.request.js';
import { decidedRefusals } from './order.problems.js';
import { OrderResponse } from './order.response.js';
import { Documented, type RouteDocs } from '#shared/http/openapi/documented.decorator.js';

const orderId = '019a7c1e-58f0-7c3a-9a55-0d5f3f6c1b2e';
const payment = { amount: 1780, paymentMethod: 'pm_card_visa' };

const refuses = ['not_found', 'order_not_draft', 'amount_mismatch', ...decidedRefusals];

const confirmed: RouteDocs['answers'] = {
  200: {
    description: 'The order is `confirmed`: paid, and its stock is sold to it.',
    body: OrderResponse,
    headers: ['ETag'],
  },
};

export const ConfirmOrderDocs = (): MethodDecorator =>
  Documented({
    id: 'confirmOrder',
    summary: 'Confirm a draft',
    description:
      'Sends a draft on its way: payment, stock, confirmation. `amount` must be what the draft costs, so that nobody ' +
      'pays a price they have not seen.',
    params: { id: { description: 'The draft, as `POST /api/orders` with `confirm: false` answered it.' } },
    body: {
      type: ConfirmOrderRequest,
      examples: {
        amount: { summary: 'With the way to pay that the draft has', value: { amount: payment.amount } },
        method: { summary: 'With another way to pay', value: payment },
      },
    },
    answers: confirmed,
    refuses,
  });

export const ConfirmOrderByIdDocs = (): MethodDecorator =>
  Documented({
    id: 'confirmOrderByBody',
    summary: 'Confirm a draft named in the body',
    description:
      'The same operation as `POST /api/orders/{id}/confirm`: the same key and content in either form is the same request.',
    body: {
      type: ConfirmOrderByIdRequest,
      examples: { draft: { summary: 'A draft', value: { orderId, ...payment } } },
    },
    answers: confirmed,
    refuses,
  });

export const PayDraftDocs = (): MethodDecorator =>
  Documented({
    id: 'createPayment',
    summary: 'Pay a draft',
    description: 'Confirms the draft as `POST /api/orders/{id}/confirm` does and answers with its payment.',
    body: { type: PayDraftRequest, examples: { draft: { summary: 'A draft', value: { orderId, ...payment } } } },
    answers: {
      201: {
        description:
          'The payment is `captured` and the order confirmed. An order that costs nothing has no payment: then it is the order.',
        body: ['Payment', 'Order'],
        headers: ['Location', 'ETag'],
      },
    },
    refuses,
  });
