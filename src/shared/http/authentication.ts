import type { FastifyInstance } from 'fastify';
import { type ApiKey, ApiKeyRing } from './api-key.js';
import { rawHeaderValues } from './raw-headers.js';
import { unauthenticated } from './unauthenticated.js';

export interface AuthenticationOptions {
  readonly keys: readonly ApiKey[];
  /** Gets the pattern of the route that was matched (`/api/orders/:id`), never the caller's spelling of a path. */
  readonly isPublic: (routePattern: string) => boolean;
}

/** RFC 6750, 2.1; the scheme's case does not matter (RFC 9110, 11.1). */
const BEARER = /^Bearer +([\x21-\x7e]+)$/i;

/**
 * Every route needs `Authorization: Bearer <secret>` unless its pattern is public; checked before the body is read.
 * Sets `request.caller`. A path that matches no route reaches no handler, so it is left to the not-found answer.
 */
export function registerAuthentication(fastify: FastifyInstance, { keys, isPublic }: AuthenticationOptions): void {
  const ring = new ApiKeyRing(keys);
  fastify.decorateRequest('caller', undefined);
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { url: pattern } = request.routeOptions;
    if (request.is404 || (pattern !== undefined && isPublic(pattern))) return done();
    const [authorization, ...more] = rawHeaderValues(request.raw.rawHeaders, 'authorization');
    const secret = more.length === 0 ? BEARER.exec(authorization ?? '')?.[1] : undefined;
    request.caller = secret === undefined ? undefined : ring.callerOf(secret);
    done(request.caller ? undefined : unauthenticated());
  });
}

/**
 * The contract's public routes: what lies outside of `/api` (health, metrics, docs, console), and webhooks, which sign
 * instead. A pattern whose first segment could be anything could be `/api` too.
 */
export function isPublicRoute(pattern: string): boolean {
  if (pattern.startsWith('/api/webhooks/')) return true;
  const [first = ''] = pattern
    .toLowerCase()
    .split('/')
    .filter((segment) => segment !== '');
  return first !== 'api' && !first.startsWith(':') && !first.startsWith('*');
}
