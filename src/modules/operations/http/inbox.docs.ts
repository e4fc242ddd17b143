import { ActRequest } from './act.request.js';
import { MatchRequest } from './inbox.request.js';
import { MessageListResponse } from './inbox.response.js';
import { actDocs } from './saga.docs.js';
import { Documented } from '#shared/http/openapi/documented.decorator.js';

const message = { id: { description: 'The message; `id` of the list, not what the sender calls it.' } };

export const ListInboxDocs = (): MethodDecorator =>
  Documented({
    id: 'listInbox',
    summary: 'List what the payment provider told',
    description:
      '`parked` waits for what it is about, `quarantined` contradicts what is known; both wait for a person.',
    answers: {
      200: { description: 'One page. Send its `nextCursor` as `cursor` for the next one.', body: MessageListResponse },
    },
  });

export const ReplayMessageDocs = (): MethodDecorator =>
  actDocs({
    id: 'replayMessage',
    summary: 'Look at a message again',
    description: 'As if it had just come in. One that has had its effect is refused: it would have it twice.',
    params: message,
    body: {
      type: ActRequest,
      examples: { again: { summary: 'Again', value: { reason: 'Its order was restored.' } } },
    },
    refuses: ['not_found', 'notice_decided', 'already_applied'],
  });

export const MatchMessageDocs = (): MethodDecorator =>
  actDocs({
    id: 'matchMessage',
    summary: 'Say which order a message is about',
    description:
      'For the notice of a payment that does not name its order. Amount and currency have to be those of the order; the ' +
      'money of an order that is paid already goes back.',
    params: message,
    body: {
      type: MatchRequest,
      examples: {
        order: {
          summary: 'It is about this order',
          value: { orderId: '019a7c1e-58f0-7c3a-9a55-0d5f3f6c1b2e', reason: 'The provider lost our metadata.' },
        },
      },
    },
    refuses: ['not_found', 'notice_decided', 'already_applied', 'not_matchable', 'second_operator_needed'],
  });
