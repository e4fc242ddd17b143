import { CancelOrderRequest } from './cancel-order.request.js';
import { confirmedOrder } from './order.examples.js';
import { OrderResponse } from './order.response.js';
import { Documented } from '#shared/http/openapi/documented.decorator.js';

const cancelledOnRequest = {
  ...confirmedOrder,
  status: 'cancelled',
  failure: { code: 'order_cancelled', detail: 'Ordered twice.' },
};

export const CancelOrderDocs = (): MethodDecorator =>
  Documented({
    id: 'cancelOrder',
    summary: 'Cancel an order',
    description:
      'At whatever state it is. A draft ends at once. An order under way turns back as soon as the step it is at is ' +
      'decided; whoever placed it is answered `order_cancelled`. A confirmed order is undone: the money goes back, ' +
      'then the stock.\n\nSeveral cancels of one order, each with its own key, get the same answer. An order that was ' +
      'being undone for another reason keeps that reason in `failure`.',
    params: { id: { description: 'The order; `Location` of the answer that made it ends with it.' } },
    body: {
      type: CancelOrderRequest,
      examples: {
        reason: { summary: 'With a reason', value: { reason: 'Ordered twice.' } },
        silent: { summary: 'Without one', value: {} },
      },
    },
    answers: {
      200: {
        description: 'The order is `cancelled`, and everything that had happened for it is undone.',
        body: OrderResponse,
        headers: ['ETag'],
        examples: { cancelled: { summary: 'Undone', value: cancelledOnRequest } },
      },
    },
    refuses: ['not_found', 'not_cancellable', 'saga_quarantined'],
  });
