import type { KeyPolicyResponse } from './policy.response.js';
import type { OperationRule } from '#shared/http/openapi/complete-operation.js';
import { documentRefusals } from '#shared/http/openapi/operation-refusals.js';
import { adviceOf } from '#shared/http/openapi/problem-meaning.js';
import { headers } from '#shared/http/openapi/response-headers.js';
import { PROBLEM_MEDIA_TYPE, type ProblemBody } from '#shared/http/problem.js';
import type { ExampleObject, OperationObject, ResponseObject } from '@nestjs/swagger';

/** The operation's policy in the document; a route's decorators leave the name of the operation there. */
export const POLICY = 'x-idempotency';

/** Refusals that the business decides are remembered as its other answers are (semantics 9). */
const STORED = new Set(['200', '201', '402', '409']);

/** What every keyed route's answers have in common: the policy, the headers of the door, and how to try again. */
export const keyedOperation =
  (policyOf: (operation: string) => KeyPolicyResponse): OperationRule =>
  (operation, { path, problems }) => {
    const extensions = operation as unknown as Record<string, unknown>;
    const name = extensions[POLICY] as string | undefined;
    if (name === undefined) return;
    const policy = policyOf(name);
    extensions[POLICY] = policy;
    if (policy.statuses.running === 409) documentRefusals(operation, ['idempotency_key_in_use'], path, problems);
    addHeaders(operation, policy);
    addAdvice(operation, (code) => adviceOf(problems[code], name));
  };

function addHeaders({ responses }: OperationObject, { statuses: { running } }: KeyPolicyResponse): void {
  for (const [status, answer] of answersOf(responses)) {
    answer.headers = { ...answer.headers, ...headers('Idempotency-Key', 'Cache-Control') };
    if (STORED.has(status) || status === '202')
      answer.headers = { ...answer.headers, ...headers('Preference-Applied') };
    if (STORED.has(status)) answer.headers = { ...answer.headers, ...headers('Idempotent-Replayed') };
    if (status === '409' && running === 409) answer.headers = { ...answer.headers, ...headers('Retry-After') };
  }
}

function addAdvice({ responses }: OperationObject, retryOf: (code: string) => ProblemBody['retry']): void {
  for (const [, answer] of answersOf(responses)) {
    const examples = answer.content?.[PROBLEM_MEDIA_TYPE]?.examples as Record<string, ExampleObject> | undefined;
    for (const example of Object.values(examples ?? {})) {
      const problem = example.value as ProblemBody;
      example.value = { ...problem, retry: retryOf(problem.code) };
    }
  }
}

const answersOf = (responses: OperationObject['responses']): [string, ResponseObject][] =>
  Object.entries(responses) as [string, ResponseObject][];
