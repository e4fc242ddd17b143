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
      'it twice arms the same. Only where PAYMENT_PROVIDER is `sandbox`; 404 elsewhere.',
    body: {
      type: SetFaultsRequest,
      examples: {
        twice: { summary: 'The next notices come twice', value: { items: [{ kind: 'webhook-twice' }] } },
        none: { summary: 'None any more', value: { items: [] } },
      },
    },
    answers: { 200: { description: 'Those that wait now.', body: FaultListResponse } },
    refuses: ['not_found'],
  });
