import type { Visit } from './visit.js';
import type { Answer } from '../contract/answer.js';
import { problemAnswer } from '../contract/problem-answer.js';
import { problemOf } from '#shared/http/problem-of.js';

/**
 * The answer that `replay: 'all'` remembers when a route fails for no foreseen reason; undefined for everything else.
 * What could not be served now (503) is not kept: it says nothing about the request.
 */
export function storedFailure(outcome: unknown, { policy, path, traceId }: Visit): Answer | undefined {
  if (policy.replay !== 'all') return undefined;
  const problem = problemOf(outcome);
  return problem.status === 500 ? problemAnswer({ ...problem, retry: 'new-key' }, path, traceId) : undefined;
}
