import { UnauthorizedException } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** Who writes: the gateway in front has authenticated them, sets this header and lets nobody else set it. */
export function authorOf({ headers }: FastifyRequest): string {
  const author = headers['x-author'];
  if (typeof author !== 'string' || author === '') throw new UnauthorizedException();
  return author;
}
