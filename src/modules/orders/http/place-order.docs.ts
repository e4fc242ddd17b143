import { confirmedOrder, draftOrder, orderRequests } from './order.examples.js';
import { decidedRefusals } from './order.problems.js';
import { OrderResponse } from './order.response.js';
import { PlaceOrderRequest } from './place-order.request.js';
import { Documented } from '#shared/http/openapi/documented.decorator.js';

export const PlaceOrderDocs = (): MethodDecorator =>
  Documented({
    id: 'placeOrder',
    summary: 'Place an order',
    description:
      'Freezes the prices, captures the payment, takes the stock and confirms the order: all of it or nothing. ' +
      'Send it twice with the same key and it is still one order; the second answer is the first one.\n\n' +
      'With `confirm: false` it only becomes a draft, which costs nothing and holds nothing.',
    body: { type: PlaceOrderRequest, examples: orderRequests },
    answers: {
      201: {
        description: 'The order is `confirmed` (or a `draft`, when that was asked for). Nothing is left to do.',
        body: OrderResponse,
        headers: ['Location', 'ETag'],
        examples: {
          confirmed: { summary: 'Paid and delivered', value: confirmedOrder },
          draft: { summary: 'A draft', value: draftOrder },
        },
      },
    },
    refuses: ['unknown_sku', 'currency_mismatch', 'amount_mismatch', ...decidedRefusals],
  });
