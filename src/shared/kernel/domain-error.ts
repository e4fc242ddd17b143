/**
 * What kind of mistake a caller made; it decides the HTTP status and whether the answer is remembered under the
 * caller's idempotency key.
 *
 * - `invalid` (400) and `not_found` (404): nothing is stored, the caller may mend the request and keep the key.
 * - `refused` (409) and `payment_required` (402): a decision of the business; it is stored and replayed.
 * - `expired` (409): the key's answer is no longer kept; nothing is stored.
 * - `precondition_failed` (412): the caller's copy is out of date; only on routes without a key.
 */
export type DomainErrorKind =
  'expired' | 'invalid' | 'not_found' | 'refused' | 'payment_required' | 'precondition_failed';

/** One member of a request that is wrong: a JSON pointer (RFC 6901) and a sentence that says how to mend it. */
export interface FieldError {
  readonly pointer: string;
  readonly detail: string;
}

/**
 * With which idempotency key a refused request may be tried again:
 *
 * - `same-key`: nothing was stored; mend the request or wait, and send it again as it is;
 * - `new-key`: this key has its answer for good, and another attempt under a new one makes sense;
 * - `never`: whatever the key, this request will be refused;
 * - `operator`: a person must act first.
 */
export type RetryAdvice = 'same-key' | 'new-key' | 'never' | 'operator';

/** A caller's mistake or a refusal by the business. One filter turns it into a problem answer (RFC 9457). */
export class DomainError extends Error {
  override readonly name = 'DomainError';

  constructor(
    readonly kind: DomainErrorKind,
    /** Stable, snake_case; clients branch on it. */
    readonly code: string,
    /** One sentence for a person: what is wrong and what to do next. */
    readonly detail: string,
    readonly extra: {
      readonly errors?: readonly FieldError[];
      /** Relative path of the resource the problem is about. */
      readonly instance?: string;
      /** Where it depends on the facts; otherwise it follows from the code. */
      readonly retry?: RetryAdvice;
    } = {},
  ) {
    super(detail);
  }
}
