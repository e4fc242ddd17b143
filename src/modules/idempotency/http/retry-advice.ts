import type { Problem } from '#shared/http/problem.js';
import type { FastifyRequest } from 'fastify';

/**
 * Every POST of the API but the webhooks is keyed: what stored nothing may be mended and sent again with the same key;
 * a key that was used for another content needs a new one.
 */
export const retryAdvice = (problem: Problem, request: FastifyRequest): Problem | undefined => {
  const route = request.routeOptions?.url;
  if (request.method !== 'POST' || !route?.startsWith('/api/') || route.startsWith('/api/webhooks/')) return undefined;
  return { ...problem, retry: problem.retry ?? (problem.code === 'idempotency_key_reused' ? 'new-key' : 'same-key') };
};
