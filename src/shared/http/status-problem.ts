import type { Problem } from './problem.js';

/** Our own words for what HTTP itself refuses; a framework's message could carry the caller's content or our insides. */
const REFUSALS: Readonly<Record<number, readonly [code: string, detail: string]>> = {
  400: ['bad_request', 'The request could not be understood.'],
  401: ['unauthenticated', 'Send a valid API key as "Authorization: Bearer <secret>".'],
  403: ['forbidden', 'This API key may not do that.'],
  404: ['not_found', 'There is nothing here under this path.'],
  405: ['method_not_allowed', 'This path does not take this method.'],
  406: ['not_acceptable', 'The answer exists only as JSON.'],
  408: ['request_timeout', 'The request did not arrive in time.'],
  413: ['body_too_large', 'The request body is larger than this route takes; send a shorter one.'],
  414: ['path_too_long', 'A part of the path is too long to name anything here.'],
  415: ['unsupported_media_type', 'Send the body as uncompressed application/json in UTF-8.'],
  429: ['rate_limited', 'Too many requests for now; send it again when the time in Retry-After is over.'],
  431: ['headers_too_large', 'The request headers are too large.'],
  503: [
    'service_unavailable',
    'The service cannot take this request right now; send it again later, with the same key.',
  ],
};

/** The problem a bare status stands for; an unknown 4xx reads as 400, everything else as 500. */
export function statusProblem(status: number): Problem {
  const known = REFUSALS[status];
  if (known) return { status, code: known[0], detail: known[1] };
  if (status >= 400 && status < 500) return { status, code: 'bad_request', detail: REFUSALS[400]![1] };
  return INTERNAL_ERROR;
}

const INTERNAL_ERROR: Problem = {
  status: 500,
  code: 'internal_error',
  detail: 'Something went wrong on our side; the traceId finds it in our logs.',
};
