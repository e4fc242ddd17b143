import { HttpException } from '@nestjs/common';
import { DomainError, type DomainErrorKind } from '../kernel/domain-error.js';
import { VersionConflict } from '../database/unit-of-work/unit-errors.js';
import { isDatabaseUnavailable } from './database-unavailable.js';
import { HttpProblem } from './http-problem.js';
import { JsonRefused } from './json-refused.js';
import type { Problem } from './problem.js';
import { ServiceUnavailable } from './service-unavailable.js';
import { statusProblem } from './status-problem.js';

const STATUS_OF_KIND: Readonly<Record<DomainErrorKind, number>> = {
  invalid: 400,
  not_found: 404,
  refused: 409,
  expired: 409,
  payment_required: 402,
  precondition_failed: 412,
};

/** A database that restarts is back within seconds, and callers that ask once a second do not hold it up. */
const RETRY_SECONDS = 1;

/** The problem that any thrown value is to a caller. What nobody foresaw is `internal_error`, without its words. */
export function problemOf(error: unknown): Problem {
  if (error instanceof DomainError) {
    return { status: STATUS_OF_KIND[error.kind], code: error.code, detail: error.detail, ...error.extra };
  }
  if (error instanceof HttpProblem) {
    const { status, code, detail, headers, instance } = error;
    return { status, code, detail, headers, instance };
  }
  if (error instanceof JsonRefused) return ofJson(error);
  if (error instanceof ServiceUnavailable) return unavailable(error.retryAfterSeconds);
  if (error instanceof HttpException) return ofStatus(error.getStatus());
  if (isUnreadableUrl(error)) return UNREADABLE_URL;
  if (isFastifyRefusal(error)) return statusProblem(error.statusCode);
  if (error instanceof VersionConflict) return unavailable(RETRY_SECONDS);
  if (isDatabaseUnavailable(error)) return unavailable(RETRY_SECONDS);
  return statusProblem(500);
}

const ofJson = ({ pointer, detail }: JsonRefused): Problem => ({
  status: 400,
  code: 'malformed_json',
  detail: pointer === '' ? detail : `${detail} See ${pointer}.`,
  errors: [{ pointer, detail }],
});

const unavailable = (retryAfterSeconds: number): Problem => ({
  ...statusProblem(503),
  headers: { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterSeconds))) },
});

const ofStatus = (status: number): Problem => (status === 503 ? unavailable(RETRY_SECONDS) : statusProblem(status));

/** Named by the router: the path has percent-encoding that is none, or that is no UTF-8. */
const isUnreadableUrl = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'FST_ERR_BAD_URL';

const UNREADABLE_URL: Problem = {
  status: 400,
  code: 'malformed_url',
  detail: 'The path must be percent-encoded UTF-8 (RFC 3986).',
};

/** Fastify's own errors carry a code `FST_…`, those of a broken upload only a 4xx status. */
function isFastifyRefusal(error: unknown): error is Error & { statusCode: number } {
  return (
    error instanceof Error &&
    'statusCode' in error &&
    typeof error.statusCode === 'number' &&
    error.statusCode >= 400 &&
    error.statusCode < 500
  );
}
