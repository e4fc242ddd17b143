import type { OperationRule } from '#shared/http/openapi/complete-operation.js';
import { headers } from '#shared/http/openapi/response-headers.js';
import { PROBLEM_MEDIA_TYPE, type ProblemBody } from '#shared/http/problem.js';
import type { ExampleObject, ResponseObject } from '@nestjs/swagger';

/** In the document: which operation a route's keys belong to; two routes of one operation share them. */
export const OPERATION = 'x-idempotent-operation';

/** Refusals that the business decides are remembered as its other answers are (semantics 9). */
const STORED = new Set(['200', '201', '402', '409']);

/** What every keyed route's answers have in common: the headers of the door, and how to try again. */
export const keyedOperation: OperationRule = (operation, { problems }) => {
  if (!(OPERATION in operation)) return;
  for (const [status, answer] of Object.entries(operation.responses) as [string, ResponseObject][]) {
    if (STORED.has(status) || status === '202') {
      answer.headers = { ...answer.headers, ...headers('Idempotency-Key', 'Preference-Applied') };
    }
    if (STORED.has(status)) answer.headers = { ...answer.headers, ...headers('Idempotent-Replayed') };
    const examples = answer.content?.[PROBLEM_MEDIA_TYPE]?.examples as Record<string, ExampleObject> | undefined;
    for (const example of Object.values(examples ?? {})) {
      const problem = example.value as ProblemBody;
      example.value = { ...problem, retry: problems[problem.code]?.retry ?? 'same-key' };
    }
  }
};
