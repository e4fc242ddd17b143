import { jsonAnswer } from '../contract/answer.js';
import type { IdempotencyRecord } from '../record.js';
import { RecordedAnswer } from './door-signals.js';

/** An order is usually decided within a second; asking more often only costs both sides. */
export const RETRY_AFTER_SECONDS = 1;

/** The 202 about an undecided record; it is never stored. */
export const processingAnswer = (record: IdempotencyRecord): RecordedAnswer => {
  const { id, pollUrl } = record;
  const message = 'The request is being worked on. Ask the pollUrl, or send the same request with the same key again.';
  return new RecordedAnswer(jsonAnswer(202, { status: 'processing', id, pollUrl, message }, { location: pollUrl }), {
    'Retry-After': String(RETRY_AFTER_SECONDS),
  });
};
