import { keyProblems } from './key.problems.js';
import type { Problem } from '#shared/http/problem.js';
import type { FastifyRequest } from 'fastify';

/**
 * Every POST of the API but the webhooks is keyed: what stored nothing may be mended and sent again with the same key;
 * a key that was used for something else, or so long ago that nobody remembers, needs a new one.
 */
export const retryAdvice = (problem: Problem, request: FastifyRequest): Problem | undefined => {
  const route = request.routeOptions?.url;
  if (request.method !== 'POST' || !route?.startsWith('/api/') || route.startsWith('/api/webhooks/')) return undefined;
  return { ...problem, retry: problem.retry ?? keyProblems[problem.code]?.retry ?? 'same-key' };
};
