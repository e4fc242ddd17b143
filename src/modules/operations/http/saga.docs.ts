import { ActRequest, ResolveRequest, SagaActRequest } from './act.request.js';
import { ActResponse } from './act.response.js';
import { SagaDetailResponse } from './saga-detail.response.js';
import { SagaListResponse } from './saga.response.js';
import { Documented, type RouteDocs } from '#shared/http/openapi/documented.decorator.js';

const saga = { id: { description: 'The saga; `sagaId` of its order.' } };

/** What all acts have in common. */
export const actDocs = (route: Omit<RouteDocs, 'answers'>): MethodDecorator =>
  Documented({
    ...route,
    description: `${route.description}\n\nWith \`dryRun\` nothing is changed, and the answer says exactly what would be.`,
    answers: { 200: { description: 'What was done, or with `dryRun` would be done.', body: ActResponse } },
  });

const reasons = {
  act: { summary: 'Do it', value: { reason: 'The customer called.' } },
  dryRun: { summary: 'Only say what would happen', value: { reason: 'The customer called.', dryRun: true } },
};

export const SearchSagasDocs = (): MethodDecorator =>
  Documented({
    id: 'searchSagas',
    summary: 'Find sagas',
    description:
      'Of every tenant, newest first. All filters together; those by order, key, reference and any state but `completed` ' +
      'are the fast ones.',
    answers: {
      200: { description: 'One page. Send its `nextCursor` as `cursor` for the next one.', body: SagaListResponse },
    },
  });

export const GetSagaDocs = (): MethodDecorator =>
  Documented({
    id: 'getSaga',
    summary: 'Read a saga with everything that is known about it',
    description:
      'Its steps, what was asked of the provider under which keys, the facts that were learned, its jobs, the requests ' +
      'that wait for it, what operators did, and `explain`: why it stands where it stands.',
    params: saga,
    answers: { 200: { description: 'The saga as it is now.', body: SagaDetailResponse } },
    refuses: ['not_found'],
  });

export const RetryDocs = (): MethodDecorator =>
  actDocs({
    id: 'retrySaga',
    summary: 'Do now what waits for its time',
    description: 'Makes the waiting jobs of the saga due. They keep their keys, so nothing can happen twice.',
    params: saga,
    body: { type: ActRequest, examples: reasons },
    refuses: ['not_found', 'nothing_to_retry', 'saga_quarantined'],
  });

export const CompensateDocs = (): MethodDecorator =>
  actDocs({
    id: 'compensateSaga',
    summary: 'Undo an order',
    description:
      'An order under way turns back at its next step, a confirmed one gives money and stock back. The undo goes its own ' +
      'way afterwards: read the saga for how far it is.',
    params: saga,
    body: { type: SagaActRequest, examples: reasons },
    refuses: ['not_found', 'not_undoable', 'saga_changed', 'saga_quarantined', 'second_operator_needed'],
  });

export const ResolveDocs = (): MethodDecorator =>
  actDocs({
    id: 'resolveSaga',
    summary: 'Say what the provider’s books show',
    description:
      'Ends the doubt about a payment or a refund as the provider’s own word would: the first to tell it moves the order. ' +
      '`applied` needs the provider’s reference; `not_applied` a complete look at the books, two minutes after the last attempt.',
    params: saga,
    body: {
      type: ResolveRequest,
      examples: {
        applied: {
          summary: 'The payment is there',
          value: {
            outcome: 'applied',
            providerReference: 'pi_3TgXjZ2eZvKYlo2C',
            evidence: 'Dashboard, payments of 14 March.',
            reason: 'In doubt for a day.',
          },
        },
        absent: {
          summary: 'It is not there',
          value: {
            outcome: 'not_applied',
            evidence: 'Dashboard, payments of 14 March, read to the end.',
            reason: 'In doubt for a day.',
          },
        },
      },
    },
    refuses: [
      'not_found',
      'not_in_doubt',
      'absence_not_proven',
      'reference_taken',
      'saga_changed',
      'saga_quarantined',
      'second_operator_needed',
    ],
  });

export const QuarantineDocs = (): MethodDecorator =>
  actDocs({
    id: 'quarantineSaga',
    summary: 'Keep a saga from moving',
    description:
      'Its waiting jobs wait until it is let go, its deadline does not pass, and whatever is learned about it is tried again ' +
      'until then. A job that is at work comes to its end first, and repeats itself under its own key.',
    params: saga,
    body: { type: ActRequest, examples: reasons },
    refuses: ['not_found', 'not_quarantinable'],
  });

export const ReleaseDocs = (): MethodDecorator =>
  actDocs({
    id: 'releaseSaga',
    summary: 'Let a saga move again',
    description:
      'Its jobs are due at once; what was learned meanwhile is applied when it is tried again, within a minute.',
    params: saga,
    body: { type: ActRequest, examples: reasons },
    refuses: ['not_found', 'not_quarantined'],
  });
