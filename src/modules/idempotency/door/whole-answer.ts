import type { Answer } from '../contract/answer.js';

/** What a keyed route returned, if it can be stored and replayed; a stream, a file or nothing at all can not. */
export function wholeAnswer(returned: Answer): Answer {
  const { status, headers, body } = (returned ?? {}) as Partial<Answer>;
  if (typeof status === 'number' && typeof headers === 'object' && typeof body === 'string') return returned;
  throw new TypeError('a keyed route has to return an Answer, whole and in memory');
}
