import { ActRequest } from './act.request.js';
import { InspectedKeyListResponse, InspectedKeyResponse } from './key.response.js';
import { actDocs } from './saga.docs.js';
import { Documented } from '#shared/http/openapi/documented.decorator.js';

const record = { id: { description: 'The record; `id` of the list.' } };

export const InspectKeysDocs = (): MethodDecorator =>
  Documented({
    id: 'inspectKeys',
    summary: 'Inspect the keys of callers',
    description:
      'Who used which key when, for what, and what became of it. `key` finds it in every tenant and operation.',
    answers: {
      200: {
        description: 'One page. Send its `nextCursor` as `cursor` for the next one.',
        body: InspectedKeyListResponse,
      },
    },
  });

export const InspectKeyDocs = (): MethodDecorator =>
  Documented({
    id: 'inspectKey',
    summary: 'Inspect one key of a caller',
    description: 'As the list shows it, by the id of its record.',
    params: record,
    answers: { 200: { description: 'The key, and what became of its request.', body: InspectedKeyResponse } },
    refuses: ['not_found'],
  });

export const ReleaseKeyDocs = (): MethodDecorator =>
  actDocs({
    id: 'releaseKey',
    summary: 'Let a key be used anew',
    description: 'Only when its request was refused and has set nothing going; anything else would be done twice.',
    params: record,
    body: {
      type: ActRequest,
      examples: {
        mended: { summary: 'After a wrong price', value: { reason: 'The price in the catalogue is corrected.' } },
      },
    },
    refuses: ['not_found', 'key_not_releasable'],
  });
