import { KeyPoliciesResponse } from './policy.response.js';
import { Documented } from '#shared/http/openapi/documented.decorator.js';

export const PolicyDocs = (): MethodDecorator =>
  Documented({
    id: 'getKeyPolicies',
    summary: 'Read how keys are treated',
    description:
      'For every operation with an `Idempotency-Key`: within which scope a key is unique, what a repetition has to have ' +
      'in common with the first request, how long its answer is kept and what a repetition gets before there is one. ' +
      'The same is said at each operation of this document, as `x-idempotency`.',
    answers: { 200: { description: 'By the name of the operation.', body: KeyPoliciesResponse } },
  });
