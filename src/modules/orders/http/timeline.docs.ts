import { TimelineResponse } from './timeline.response.js';
import { Documented } from '#shared/http/openapi/documented.decorator.js';

const happened = [
  { at: '2026-03-14T09:26:53.512Z', kind: 'request', detail: 'Placing was asked for.' },
  { at: '2026-03-14T09:26:53.712Z', kind: 'step', step: 'payment.capture', detail: 'Taking the payment is done.' },
  { at: '2026-03-14T09:27:01.044Z', kind: 'duplicate', layer: 'api', count: 2, detail: 'Asked again and answered.' },
];

export const TimelineDocs = (): MethodDecorator =>
  Documented({
    id: 'getOrderTimeline',
    summary: 'Read what happened to an order',
    description:
      'Requests, facts about its money, steps and undone steps, and every repeat that one of the five layers stopped, ' +
      'oldest first. A client sees its own orders, an operator those of every tenant.',
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
