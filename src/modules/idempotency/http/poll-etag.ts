import { RecordedAnswer } from '../door/door-signals.js';
import { hasVersion } from '#shared/http/etag.js';
import type { FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';

/** 16 of SHA-256's 32 bytes: no two states of one request will ever meet. */
const TAG_BYTES = 16;

/** A strong ETag of exactly these bytes (RFC 9110, 8.8.3). */
const etagOfBytes = (body: string): string =>
  `"${createHash('sha256').update(body).digest().subarray(0, TAG_BYTES).toString('base64url')}"`;

/**
 * The answer of the poll resource with an ETag: its own, or one of its bytes. To a caller that has it already 304, with
 * what the whole answer says about waiting; only a success has that precondition (RFC 9110, 13.2.1).
 */
export function conditional({ answer, extraHeaders }: RecordedAnswer, request: FastifyRequest): RecordedAnswer {
  const etag = answer.headers.etag ?? etagOfBytes(answer.body);
  if (answer.status < 300 && hasVersion(request, etag)) {
    return new RecordedAnswer({ status: 304, headers: { etag }, body: '' }, extraHeaders);
  }
  return new RecordedAnswer({ ...answer, headers: { ...answer.headers, etag } }, extraHeaders);
}
