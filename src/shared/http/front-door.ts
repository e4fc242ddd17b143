import type { FastifyInstance } from 'fastify';
import { ignoreUnknownExpectations } from './expectations.js';
import { type AuthenticationOptions, registerAuthentication } from './authentication.js';
import { type JsonBodyOptions, registerJsonBody } from './json-body.js';
import { type RateLimit, registerRateLimit } from './rate-limit/rate-limit.js';
import { endSilentConnections } from './silent-connections.js';
import { registerTextCheck } from './unstorable-text.js';
import { registerUnknownRoutes } from './unknown-routes.js';

export interface FrontDoorOptions {
  readonly authentication: AuthenticationOptions;
  readonly body: JsonBodyOptions;
  /** Undefined: no limit, and nothing is asked. */
  readonly rateLimit?: RateLimit;
}

/**
 * Everything a request passes before its body is read, in this order (semantics 1): whether the route exists, the
 * API key, the caller's rate limit, the URL's text, the kind of body. Call it before the routes are registered.
 */
export function openFrontDoor(fastify: FastifyInstance, { authentication, body, rateLimit }: FrontDoorOptions): void {
  ignoreUnknownExpectations(fastify.server);
  endSilentConnections(fastify);
  // On every answer, that to a preflight included, which no other hook sees. The id is always 32 hex digits of ours or of
  // a valid traceparent, so this echoes nothing.
  fastify.addHook('onSend', (request, reply, payload, done) => {
    void reply.header('X-Request-Id', request.id);
    done(null, payload);
  });
  registerUnknownRoutes(fastify);
  registerAuthentication(fastify, authentication);
  if (rateLimit) registerRateLimit(fastify, rateLimit);
  registerTextCheck(fastify);
  registerJsonBody(fastify, body);
}
