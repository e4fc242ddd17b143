import type { FastifyInstance } from 'fastify';
import { HttpProblem } from './http-problem.js';

/**
 * Refuses a NUL in a path parameter or in the query: PostgreSQL cannot hold it (B141). Broken percent-encoding never
 * comes this far, and what is not UTF-8 stays encoded.
 */
export function registerTextCheck(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    const clean = isStorable(request.params) && isStorable(request.query);
    done(clean ? undefined : new HttpProblem(400, 'malformed_url', 'The URL must not contain a NUL character.'));
  });
}

const hasNul = (value: unknown): boolean =>
  typeof value === 'string' ? value.includes('\0') : Array.isArray(value) && value.some(hasNul);

function isStorable(members: unknown): boolean {
  if (typeof members !== 'object' || members === null) return true;
  return Object.entries(members).every(([name, value]) => !hasNul(name) && !hasNul(value));
}
