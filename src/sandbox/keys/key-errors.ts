import type { WireError } from '../books/records.js';
import { WireRefusal } from '../wire/wire-refusal.js';

/** 409: a request with this key has not finished (docs.stripe.com/error-codes#idempotency-key-in-use). */
export const inUse = (key: string): WireRefusal =>
  new WireRefusal(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `Another request with the idempotency key '${key}' is still running. Try again later.`,
  });

/** 400: the key was first used for something else (docs.stripe.com/api/idempotent_requests). */
export const otherParameters = (key: string): WireRefusal =>
  new WireRefusal(400, {
    type: 'idempotency_error',
    message: `The idempotency key '${key}' was first used with other parameters or for another endpoint.`,
  });

export const tooLong = (limit: number): WireRefusal =>
  new WireRefusal(400, {
    type: 'invalid_request_error',
    message: `An idempotency key has at most ${limit} characters.`,
  });

/** The body of every 500: Stripe's side is broken, and the caller learns nothing else. */
export const unexpected: WireError = {
  type: 'api_error',
  message: 'An unexpected error occurred at the provider.',
};

/** The answer of a provider that fails before it looks at the request. */
export function brokenBefore(status: 500 | 503 | 429): WireRefusal {
  if (status !== 429) return new WireRefusal(status, unexpected);
  return new WireRefusal(429, {
    type: 'invalid_request_error',
    code: 'rate_limit',
    message: 'Too many requests in too short a time. Send fewer and try again.',
  });
}
