import { ActRequest } from './act.request.js';
import { RedriveAllRequest } from './job.request.js';
import { ErrorGroupListResponse, JobListResponse } from './job.response.js';
import { actDocs } from './saga.docs.js';
import { Documented } from '#shared/http/openapi/documented.decorator.js';

export const ListJobsDocs = (): MethodDecorator =>
  Documented({
    id: 'listJobs',
    summary: 'List jobs and dead letters',
    description:
      'Dead letters unless `state` says otherwise. A dead letter blocks what follows about the same order, and nothing else.',
    answers: {
      200: { description: 'One page. Send its `nextCursor` as `cursor` for the next one.', body: JobListResponse },
    },
  });

export const ListErrorsDocs = (): MethodDecorator =>
  Documented({
    id: 'listErrors',
    summary: 'List dead letters by their error',
    description:
      'Errors that differ in ids and numbers alone are one; mend it, then redrive all of its letters at once.',
    answers: { 200: { description: 'All of them.', body: ErrorGroupListResponse } },
  });

export const RedriveDocs = (): MethodDecorator =>
  actDocs({
    id: 'redriveJob',
    summary: 'Give a dead letter its attempts again, or make a job due',
    description: 'Under the same id: whoever has consumed it before knows it.',
    params: { id: { description: 'As the list names it.', example: '4711' } },
    body: {
      type: ActRequest,
      examples: { mended: { summary: 'After a repair', value: { reason: 'The consumer is mended.' } } },
    },
    refuses: ['not_found', 'not_dead', 'job_at_work', 'saga_quarantined'],
  });

export const RedriveAllDocs = (): MethodDecorator =>
  actDocs({
    id: 'redriveAll',
    summary: 'Give all dead letters of one error their attempts again',
    description: 'Up to 500 at once; press again with a new key for the next ones.',
    body: {
      type: RedriveAllRequest,
      examples: {
        one: { summary: 'Of one error', value: { group: '9e107d9d372bb682', reason: 'The consumer is mended.' } },
        all: { summary: 'All there are', value: { reason: 'The database is back.' } },
      },
    },
    refuses: ['not_dead'],
  });
