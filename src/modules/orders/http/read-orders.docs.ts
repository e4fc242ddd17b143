import { cancelledOrder, confirmedOrder, draftOrder } from './order.examples.js';
import { OrderListResponse, OrderResponse } from './order.response.js';
import { Documented, ifNoneMatch, notModified } from '#shared/http/openapi/documented.decorator.js';

export const GetOrderDocs = (): MethodDecorator =>
  Documented({
    id: 'getOrder',
    summary: 'Read an order',
    description: 'A client sees its own orders, an operator those of every tenant.',
    params: { id: { description: 'The order; `Location` of the answer that made it ends with it.' } },
    headers: [ifNoneMatch],
    answers: {
      200: {
        description: 'The order as it is now. While it is `pending` or `cancelling`, ask again.',
        body: OrderResponse,
        headers: ['ETag'],
        examples: {
          confirmed: { summary: 'Paid and delivered', value: confirmedOrder },
          draft: { summary: 'A draft', value: draftOrder },
          cancelled: { summary: 'Sold out, refunded, cancelled', value: cancelledOrder },
        },
      },
      304: notModified,
    },
    refuses: ['not_found'],
  });

export const ListOrdersDocs = (): MethodDecorator =>
  Documented({
    id: 'listOrders',
    summary: 'List orders, newest first',
    description: 'Pages are stable: an order that is placed meanwhile does not shift the next page.',
    answers: {
      200: {
        description: 'One page. Send its `nextCursor` as `cursor` for the next one, until it is null.',
        body: OrderListResponse,
      },
    },
  });
