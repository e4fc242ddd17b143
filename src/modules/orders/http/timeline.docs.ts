import { TimelineResponse } from './timeline.response.js';
import { Documented } from '#shared/http/openapi/documented.decorator.js';

const happened = [
  { at: '2026-03-14T09:26:53.512Z', kind: 'request', detail: 'A request to place the order was answered with 201.' },
  {
    at: '2026-03-14T09:26:53.698Z',
    kind: 'webhook',
    detail: 'A notice of the payment provider came in (payment_intent.succeeded): it was applied.',
  },
  {
    at: '2026-03-14T09:26:53.712Z',
    kind: 'fact',
    step: 'payment.capture',
    detail: 'The provider sent word: 17.80 EUR was captured.',
  },
  { at: '2026-03-14T09:26:53.712Z', kind: 'step', step: 'payment.capture', detail: 'Taking the payment is done.' },
  {
    at: '2026-03-14T09:27:01.044Z',
    kind: 'duplicate',
    layer: 'api',
    count: 2,
    detail: 'The same request came again; its key was known (2 times).',
  },
];

export const TimelineDocs = (): MethodDecorator =>
  Documented({
    id: 'getOrderTimeline',
    summary: 'Read what happened to an order',
    description:
      'Requests, notices of the payment provider, facts about its money, steps and undone steps, and every repeat that ' +
      'one of the five layers stopped, oldest first. A client sees its own orders, an operator those of every tenant.',
    params: { id: { description: 'The order; `Location` of the answer that made it ends with it.' } },
    answers: {
      200: {
        description: 'The story so far; repeats that were stopped show up within two seconds.',
        body: TimelineResponse,
        examples: { confirmed: { summary: 'An order that was sent twice', value: { items: happened } } },
      },
    },
    refuses: ['not_found'],
  });
