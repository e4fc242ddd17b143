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
    } = {},
  ) {
    super(detail);
  }
}
