import type { KeyName } from '../../test/support/environment.js';

/** One request of one caller; the same one is sent as often as it takes. */
export interface KeyedRequest {
  readonly as: KeyName;
  readonly path: string;
  readonly key: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  /** The body, as far as it is an object. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Seconds. */
  readonly retryAfter?: number;
}

/** Answers that say: not now, the same again. */
export const isPutOff = ({ status, body }: Answer): boolean =>
  status === 429 || status === 503 || (status === 409 && body['code'] === 'idempotency_key_in_use');

/** Whether an answer tells what became of the request, now and ever after. */
export const isDecided = (answer: Answer): boolean => answer.status !== 202 && !isPutOff(answer);

const REFUSALS = new Set([402, 409]);

/** Whether an answer is one that a caller who has made no mistake may get. */
export const isFitting = (answer: Answer): boolean =>
  (answer.status >= 200 && answer.status < 300) ||
  REFUSALS.has(answer.status) ||
  isPutOff(answer) ||
  (answer.status === 500 && answer.body['code'] === 'order_failed');

/** The key has been used for another request before. */
export const isReused = ({ body }: Answer): boolean => body['code'] === 'idempotency_key_reused';
