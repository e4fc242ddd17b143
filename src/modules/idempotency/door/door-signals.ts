import type { Answer } from '../contract/answer.js';
import type { IdempotencyRecord } from '../record.js';

/** The key is known: the handler must not run. A plain object, not an Error: it is no failure and needs no stack. */
export class KnownKey {
  constructor(readonly record: IdempotencyRecord) {}
}

/** Ends the request with an answer taken from the record (or the 202 about it). */
export class RecordedAnswer {
  constructor(
    readonly answer: Answer,
    readonly extraHeaders: Readonly<Record<string, string>> = {},
  ) {}
}
