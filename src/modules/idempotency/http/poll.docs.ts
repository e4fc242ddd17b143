import { ProcessingResponse } from './processing.response.js';
import { Documented, ifNoneMatch, type AnswerDocs } from '#shared/http/openapi/documented.decorator.js';

/** The operation id of the poll route. */
export const POLL = 'pollRequest';

const decided: AnswerDocs = {
  description: 'Decided: the answer as the first caller got it or would have got it, byte for byte.',
  body: ['Order', 'Payment', 'Refund', 'Stock'],
  headers: ['Idempotent-Replayed', 'Location', 'ETag'],
};

export const PollDocs = (): MethodDecorator =>
  Documented({
    id: POLL,
    summary: 'Find out what became of a request',
    description:
      'Where `Location` and `pollUrl` of a 202 lead. While nothing is decided it says 202; afterwards it answers exactly ' +
      'as the request itself would have, refusals included.',
    params: { id: { description: '`id` of the 202.' } },
    headers: [ifNoneMatch],
    answers: {
      200: decided,
      201: decided,
      202: {
        description: 'Not decided yet. Wait as long as `Retry-After` says and ask again.',
        body: ProcessingResponse,
        headers: ['Retry-After', 'ETag'],
        examples: {
          processing: {
            summary: 'On its way',
            value: {
              status: 'processing',
              id: '019a7c1e-58f1-7e2d-8b6a-4c3d2e1f0a9b',
              pollUrl: '/api/idempotency/019a7c1e-58f1-7e2d-8b6a-4c3d2e1f0a9b',
              step: 'payment.capture',
              startedAt: '2026-03-14T09:26:53.589Z',
            },
          },
          action: {
            summary: 'The customer has to confirm the payment; only its own caller is told how',
            value: {
              status: 'processing',
              id: '019a7c1e-58f1-7e2d-8b6a-4c3d2e1f0a9b',
              pollUrl: '/api/idempotency/019a7c1e-58f1-7e2d-8b6a-4c3d2e1f0a9b',
              step: 'payment.capture',
              startedAt: '2026-03-14T09:26:53.589Z',
              nextAction: { type: 'redirect_to_url', url: 'https://hooks.stripe.com/redirect/authenticate/src_1TgXjZ' },
              clientSecret: 'pi_3TgXjZ_secret_2kRz',
            },
          },
        },
      },
      304: {
        description:
          'Nothing has changed since the `ETag` in `If-None-Match`. While it is not decided, `Retry-After` says when to ask again.',
        headers: ['ETag', 'Retry-After'],
      },
    },
    refuses: ['not_found'],
  });
