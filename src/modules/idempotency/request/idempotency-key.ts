import { DomainError } from '#shared/kernel/domain-error.js';
import { rawHeaderValues } from '#shared/http/raw-headers.js';

/** The bare form: visible ASCII without the comma of a list and without quotes. */
const BARE = /^[\x21\x23-\x2b\x2d-\x7e]{1,255}$/;

/** An RFC 8941 string (3.3.3) without its parameters; the space it could hold is not visible. */
const QUOTED = /^"((?:[\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;

const MAX_LENGTH = 255;

/** Every character escaped, and the quotes: what is longer holds no key and need not be looked at closely. */
const MAX_FIELD_LENGTH = 2 * MAX_LENGTH + 2;

const invalid = (detail: string): DomainError => new DomainError('invalid', 'idempotency_key_invalid', detail);

/** As `readIdempotencyKey`, for a route that also takes requests without a key: undefined when there is no header. */
export function idempotencyKeyIfAny(rawHeaders: readonly string[]): string | undefined {
  const [value, ...more] = rawHeaderValues(rawHeaders, 'idempotency-key');
  if (value === undefined) return undefined;
  if (more.length > 0) throw invalid('The Idempotency-Key header must be sent once.');
  const key = keyOf(value);
  if (key === undefined) {
    throw invalid('An Idempotency-Key is 1 to 255 visible ASCII characters, as they are or in double quotes.');
  }
  return key;
}

/**
 * The key of a request, from Node's `rawHeaders`, which still show a header that was sent twice. `abc` and `"abc"` are
 * the same key; a comma is part of the key only inside quotes, where it cannot be a list (semantics 4).
 *
 * Throws `DomainError` 400: `idempotency_key_missing` or `idempotency_key_invalid`.
 */
export function readIdempotencyKey(rawHeaders: readonly string[]): string {
  const key = idempotencyKeyIfAny(rawHeaders);
  if (key !== undefined) return key;
  throw new DomainError(
    'invalid',
    'idempotency_key_missing',
    'This route needs an Idempotency-Key header: one key per intent.',
  );
}

/** The key of a request when it has a valid one, for those who do not judge. */
export function keyIn(rawHeaders: readonly string[]): string | undefined {
  const [value, ...more] = rawHeaderValues(rawHeaders, 'idempotency-key');
  return value === undefined || more.length > 0 ? undefined : keyOf(value);
}

function keyOf(value: string): string | undefined {
  const field = value.length > MAX_FIELD_LENGTH ? '' : value.replace(/^[ \t]+|[ \t]+$/g, '');
  const key = BARE.test(field) ? field : QUOTED.exec(field)?.[1]?.replace(/\\(.)/g, '$1');
  return key === '' || (key !== undefined && key.length > MAX_LENGTH) ? undefined : key;
}

/** The header that echoes a key: bare where the bare form says the same, else as an RFC 8941 string. */
export const idempotencyKeyHeader = (key: string): string =>
  BARE.test(key) ? key : `"${key.replace(/["\\]/g, '\\$&')}"`;
