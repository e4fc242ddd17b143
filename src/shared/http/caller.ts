import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { unauthenticated } from './unauthenticated.js';

export type Role = 'client' | 'operator';

/** Who asks, as the API key says; nothing a request contains besides its key can change it (B145). */
export interface Caller {
  /**
   * Whose orders, payments and keys these are: a client's name. An operator owns no orders; what it does under a key of
   * its own is kept under `operator:<name>`, which no client can be called.
   */
  readonly tenant: string;
  readonly role: Role;
  readonly name: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the authentication hook; absent on public routes. */
    caller?: Caller;
  }
}

/** The caller of a request, or 401 when the route let nobody prove who they are. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === undefined) throw unauthenticated();
  return request.caller;
}

/** Hands a controller method the authenticated caller. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext) =>
  callerOf(context.switchToHttp().getRequest<FastifyRequest>()),
);
