import { isUtf8 } from 'node:buffer';
import { JsonReader } from './json-reader.js';
import { JsonRefused } from './json-refused.js';

const BYTE_ORDER_MARK = '\uFEFF';

/**
 * The value of a JSON text (RFC 8259) that means the same to every reader and fits PostgreSQL, or `JsonRefused`.
 *
 * Beyond malformed text it refuses: bytes that are not UTF-8, a byte order mark, more than 32 levels or 2,000 values, a
 * member name given twice or one that reaches a prototype, NUL and lone surrogates (RFC 7493), numbers that a double
 * would change, and exponents: amounts and quantities are plain digits.
 */
export function parseStrictJson(bytes: Buffer): unknown {
  if (bytes.length === 0) throw new JsonRefused('', 'The body is empty; a JSON document is expected.');
  if (!isUtf8(bytes)) throw new JsonRefused('', 'The body is not valid UTF-8.');
  const text = bytes.toString('utf8');
  if (text.startsWith(BYTE_ORDER_MARK)) throw new JsonRefused('', 'The body must not start with a byte order mark.');
  return new JsonReader(text).document();
}
