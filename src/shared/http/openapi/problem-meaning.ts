import type { RetryAdvice } from '../problem.js';
import type { FieldError } from '../../kernel/domain-error.js';

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
  /** On keyed routes; `same-key` when absent. */
  readonly retry?: RetryAdvice;
}

/** Problems by their code. */
export type ProblemMeanings = Readonly<Record<string, ProblemMeaning>>;
