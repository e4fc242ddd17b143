import { SetFaultsRequest } from './fault.request.js';
import { FaultListResponse } from './fault.response.js';
import { Documented } from '#shared/http/openapi/documented.decorator.js';

export const ListFaultsDocs = (): MethodDecorator =>
  Documented({
    id: 'listFaults',
    summary: 'List the faults that wait at the sandbox provider',
    description: 'Only where PAYMENT_PROVIDER is `sandbox`; 404 elsewhere.',
    answers: { 200: { description: 'Those that have not met their payments yet.', body: FaultListResponse } },
    refuses: ['not_found'],
  });

export const SetFaultsDocs = (): MethodDecorator =>
  Documented({
    id: 'setFaults',
    summary: 'Have the sandbox provider misbehave',
    description:
      'Each meets the next `times` payments, the first one first; what waited before is cleared. It needs no key: sending ' +
      'it twice arms the same. Only where PAYMENT_PROVIDER is `sandbox`; 404 elsewhere. `kill-worker` only where ' +
      '`workerKillable`; 409 elsewhere.',
    body: {
      type: SetFaultsRequest,
      examples: {
        twice: { summary: 'The next notices come twice', value: { items: [{ kind: 'webhook-twice' }] } },
        none: { summary: 'None any more', value: { items: [] } },
      },
    },
    answers: { 200: { description: 'Those that wait now.', body: FaultListResponse } },
    refuses: ['not_found', 'worker_not_killable'],
  });

/** It needs no body, and looks at one that comes all the same. */
const A_BAD_BODY = ['malformed_json', 'body_too_large', 'unsupported_media_type'];

export const KillWorkerDocs = (): MethodDecorator =>
  Documented({
    id: 'killWorker',
    summary: 'Kill this process',
    description:
      'SIGKILL for the process that answers, which with the role `all` is also the one that works. It is started again ' +
      'within seconds, and what was under way goes on by itself; whoever got no answer sends the same again with the ' +
      'same key. Only where `workerKillable` of the faults is true, which is `npm start` with a sandbox of its own; 409 ' +
      'elsewhere, and 404 where PAYMENT_PROVIDER is not `sandbox`.',
    answers: { 204: { description: 'It dies now that this is said.' } },
    refuses: ['not_found', 'worker_not_killable', ...A_BAD_BODY],
  });
