import type { HeaderObject, ReferenceObject } from '@nestjs/swagger';

const text = (description: string, example: string): HeaderObject => ({
  description,
  schema: { type: 'string' },
  example,
});

const seconds = (description: string): HeaderObject => ({
  description,
  schema: { type: 'integer', minimum: 1 },
  example: 1,
});

/** Every header that our answers carry, explained once. */
export const responseHeaders = {
  'X-Request-Id': text(
    'The trace id of this request, also in our logs and in `traceId` of a problem.',
    '4bf92f3577b34da6a3ce929d0e0e4736',
  ),
  Location: text(
    'Path of what was made, or of where to ask for it.',
    '/api/orders/019a7c1e-58f0-7c3a-9a55-0d5f3f6c1b2e',
  ),
  ETag: text('The version of what was answered; for `If-None-Match` and `If-Match`.', '"2"'),
  'Retry-After': seconds('Seconds to wait before asking again.'),
  RateLimit: text(
    'With RATE_LIMIT: requests left (`r`) and seconds until there are more (`t`).',
    '"tenant";r=599;t=42',
  ),
  'RateLimit-Policy': text('With RATE_LIMIT: requests (`q`) in so many seconds (`w`).', '"tenant";q=600;w=60'),
  'Cache-Control': text('For this caller alone, and for no cache.', 'no-store'),
  'WWW-Authenticate': text('How to authenticate.', 'Bearer'),
  'Idempotency-Key': text('The key of the request, as it was understood.', '3f0c2f4e-6d7b-4a55-8f0e-2a1f1f0f9c11'),
  'Idempotent-Replayed': text(
    '`true` when this is the answer of an earlier request with the same key, byte for byte; absent on the first one.',
    'true',
  ),
  'Preference-Applied': text(
    'What of `Prefer` this answer owes to it; absent where the request was decided already.',
    'wait=5',
  ),
} satisfies Record<string, HeaderObject>;

export type ResponseHeader = keyof typeof responseHeaders;

/** References to some of them, as the `headers` of an answer. */
export const headers = (...names: readonly ResponseHeader[]): Record<string, ReferenceObject> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
