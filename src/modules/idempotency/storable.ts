import type { Answer, ReplayedHeader } from './contract/answer.js';

/** What a replay repeats; whatever else a handler sets belongs to one answer (a date) or to one caller (a cookie). */
const REPLAYED: readonly ReplayedHeader[] = ['location', 'etag', 'content-type', 'content-language', 'last-modified'];

/** 64 KiB: far above every answer of ours (limits.ts), far below what makes a row of records slow. */
const LONGEST_BODY_BYTES = 65_536;

/**
 * An answer as it is kept, and as its first caller gets it too. A body that is too long is left out: the record keeps
 * status, headers and `{"instance": …}`, which says where the whole of it can be read (semantics 15).
 */
export function storable({ status, headers, body }: Answer): Answer {
  const kept: Answer['headers'] = Object.fromEntries(
    REPLAYED.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  );
  if (Buffer.byteLength(body) <= LONGEST_BODY_BYTES) return { status, headers: kept, body };
  const pointer = { ...kept, 'content-type': 'application/json; charset=utf-8' };
  return { status, headers: pointer, body: JSON.stringify({ instance: kept.location }) };
}
