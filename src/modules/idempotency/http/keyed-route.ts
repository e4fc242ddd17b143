import { idempotencyKeyHeader, keyIn } from '../request/idempotency-key.js';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The keyed operation that a route is a form of. */
    keyedOperation?: string;
  }
}

/** Marks a route as a keyed one for whoever looks at a request before its handler. */
export const KeyedRoute = (operation: string): MethodDecorator => RouteConfig({ keyedOperation: operation });

/** The operation of the keyed route that was matched; undefined on every other route. */
export const keyedOperationOf = (request: FastifyRequest): string | undefined =>
  request.routeOptions?.config?.keyedOperation;

/**
 * Every answer of a keyed route is for its caller alone and echoes the key, whatever refuses the request and however
 * early. A key that is none is not repeated (B149). To be registered before all that may refuse.
 */
export function registerKeyEcho(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    if (keyedOperationOf(request) !== undefined) {
      void reply.header('Cache-Control', 'no-store');
      const key = keyIn(request.raw.rawHeaders);
      if (key !== undefined) void reply.header('Idempotency-Key', idempotencyKeyHeader(key));
    }
    done();
  });
}
