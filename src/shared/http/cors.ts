import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** What a page of another origin may send beyond what every page may. */
const REQUEST_HEADERS = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'Prefer',
  'If-Match',
  'If-None-Match',
  'traceparent',
];

/** What its script may read of an answer; a browser hides every other header (Fetch, 3.3.3). */
const EXPOSED_HEADERS = [
  'Idempotency-Key',
  'Idempotent-Replayed',
  'Idempotency-Status',
  'Location',
  'ETag',
  'Retry-After',
  'Preference-Applied',
  'RateLimit',
  'RateLimit-Policy',
  'X-Request-Id',
];

/** A browser that has asked once asks again after this many seconds; so long a withdrawn origin may still try. */
const PREFLIGHT_KEPT_SECONDS = 600;

/**
 * Lets pages of these origins call the API. Every answer carries the permission, refusals before the API key included;
 * a preflight is answered before anything else looks at it, so that it needs no key and counts for nobody.
 */
export function allowOrigins(app: NestFastifyApplication, origins: readonly string[]): void {
  app.enableCors({
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT'],
    allowedHeaders: REQUEST_HEADERS,
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: PREFLIGHT_KEPT_SECONDS,
    // An OPTIONS that is no preflight is answered all the same; it would otherwise be refused in a form that is not ours.
    strictPreflight: false,
  });
}
