import type { FieldError, RetryAdvice } from '../../kernel/domain-error.js';

/** What one problem code means to a caller; the page of problems and every example of one are made from it. */
export interface ProblemMeaning {
  readonly status: number;
  /** A sentence as a caller reads it in `detail`. */
  readonly detail: string;
  /** Why it is answered, in a sentence. */
  readonly meaning: string;
  /** What the caller does about it, in a sentence. */
  readonly remedy: string;
  readonly errors?: readonly FieldError[];
  /** Remembered under the key and replayed, as the business's other decisions are (semantics 9). */
  readonly stored?: true;
  /** On keyed routes; `same-key` when absent. */
  readonly retry?: RetryAdvice;
  /** Where it is another one, by the keyed operation. */
  readonly retryOn?: Readonly<Record<string, RetryAdvice>>;
}

/** Problems by their code. */
export type ProblemMeanings = Readonly<Record<string, ProblemMeaning>>;

/** What single operations advise about problems that are explained elsewhere, by code and by operation. */
export type OperationAdvice = Readonly<Record<string, Readonly<Record<string, RetryAdvice>>>>;

/** The same problems with the advice of these operations added. */
export const withAdvice = (problems: ProblemMeanings, ...advices: readonly OperationAdvice[]): ProblemMeanings =>
  Object.fromEntries(
    Object.entries(problems).map(([code, meaning]): [string, ProblemMeaning] => {
      const added = advices.flatMap((advice) => Object.entries(advice[code] ?? {}));
      if (added.length === 0) return [code, meaning];
      return [code, { ...meaning, retryOn: { ...meaning.retryOn, ...Object.fromEntries(added) } }];
    }),
  );

/** What a problem advises on a keyed route; a code that nobody explains has stored nothing. */
export const adviceOf = (meaning: ProblemMeaning | undefined, operation: string): RetryAdvice =>
  meaning?.retryOn?.[operation] ?? meaning?.retry ?? 'same-key';
