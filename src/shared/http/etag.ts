import { validationFailed } from './validation-failed.js';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Sets the ETag, and 304 when the caller already has this version (RFC 9110, 13.1.2). */
export function notModified(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  void reply.header('ETag', etag);
  if (!hasVersion(request, etag)) return false;
  void reply.status(304);
  return true;
}

/** Whether `If-None-Match` names this version (RFC 9110, 13.1.2). */
export function hasVersion(request: FastifyRequest, etag: string): boolean {
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return known !== undefined && (known.includes(etag) || known.includes('*'));
}

/** The version that `If-Match` names, `any` for `*`; undefined when it is absent. 400 when it is no ETag of ours. */
export function expectedVersion(request: FastifyRequest): number | 'any' | undefined {
  const header = request.headers['if-match']?.trim();
  if (header === undefined) return undefined;
  if (header === '*') return 'any';
  const version = /^"(\d{1,9})"$/.exec(header)?.[1];
  if (version === undefined)
    throw validationFailed([{ pointer: '/If-Match', detail: 'must be one ETag as GET returned it' }]);
  return Number(version);
}
