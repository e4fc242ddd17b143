import { createHash } from 'node:crypto';

/**
 * SHA-256 (32 bytes) over parts that are each preceded by their length, so that no two lists of parts run together:
 * `['ab', 'c']` and `['a', 'bc']` differ (semantics 2).
 */
export function lengthPrefixedHash(parts: readonly string[]): Buffer {
  const hash = createHash('sha256');
  const length = Buffer.alloc(4);
  for (const part of parts) {
    const bytes = Buffer.from(part, 'utf8');
    length.writeUInt32BE(bytes.length);
    hash.update(length).update(bytes);
  }
  return hash.digest();
}
