import type { FastifyInstance } from 'fastify';
import { HttpProblem } from './http-problem.js';

/**
 * Refuses what no route takes before its body is read: 405 with `Allow` when the path exists for other methods, else
 * 404. To be registered before the routes.
 */
export function registerUnknownRoutes(fastify: FastifyInstance): void {
  const methodsOf = new Map<string, Set<string>>();
  fastify.addHook('onRoute', ({ url, method }) => {
    const methods = methodsOf.get(url) ?? new Set<string>();
    for (const one of [method].flat()) methods.add(one);
    methodsOf.set(url, methods);
  });
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (!request.is404) return done();
    const path = (request.raw.url ?? '/').split(/[?#]/, 1)[0]!.split('/');
    const patterns = [...methodsOf.keys()].filter((pattern) => matches(pattern.split('/'), path));
    done(patterns.length === 0 ? notFound() : notAllowed(patterns.flatMap((pattern) => [...methodsOf.get(pattern)!])));
  });
}

/** Segment by segment, as our own patterns are written: text, `:name`, and `*` for the rest. */
function matches(pattern: readonly string[], path: readonly string[]): boolean {
  if (pattern.at(-1) === '*') return false;
  return (
    pattern.length === path.length &&
    pattern.every((segment, at) => (segment.startsWith(':') ? path[at] !== '' : segment === path[at]))
  );
}

const notFound = (): HttpProblem =>
  new HttpProblem(404, 'route_not_found', 'There is no such route; /docs lists them all.');

const notAllowed = (methods: readonly string[]): HttpProblem => {
  const allow = [...new Set(methods)].toSorted().join(', ');
  return new HttpProblem(405, 'method_not_allowed', `This path takes ${allow}.`, { Allow: allow });
};
