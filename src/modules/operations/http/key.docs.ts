import { ActRequest } from './act.request.js';
import { InspectedKeyListResponse } from './key.response.js';
import { actDocs } from './saga.docs.js';
import { Documented } from '#shared/http/openapi/documented.decorator.js';

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

export const ReleaseKeyDocs = (): MethodDecorator =>
  actDocs({
    id: 'releaseKey',
    summary: 'Let a key be used anew',
    description: 'Only when its request was refused and has set nothing going; anything else would be done twice.',
    params: { id: { description: 'The record; `id` of the list.' } },
    body: {
      type: ActRequest,
      examples: {
        mended: { summary: 'After a wrong price', value: { reason: 'The price in the catalogue is corrected.' } },
      },
    },
    refuses: ['not_found', 'key_not_releasable'],
  });
