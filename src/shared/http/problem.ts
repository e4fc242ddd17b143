import { STATUS_CODES } from 'node:http';
import type { FieldError, RetryAdvice } from '../kernel/domain-error.js';

/** The media type of every error answer (RFC 9457). */
export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/** What went wrong, before it belongs to one request. */
export interface Problem {
  readonly status: number;
  /** Stable, snake_case; clients branch on it. */
  readonly code: string;
  /** One sentence for a person; never SQL, a stack, a secret or another tenant's data (semantics 47). */
  readonly detail: string;
  /** Relative path of the resource it is about; the path that was asked for when absent. */
  readonly instance?: string;
  readonly errors?: readonly FieldError[];
  readonly headers?: Readonly<Record<string, string>>;
  /** On keyed routes: with which key the caller may try again. */
  readonly retry?: RetryAdvice;
}

/** The members of a problem document, in the order they are written. */
export interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly instance: string;
  readonly traceId: string;
  readonly retry?: RetryAdvice;
  readonly errors?: readonly FieldError[];
}

/** More would only repeat one mistake, and let a small body ask for a large answer. */
const MAX_ERRORS = 20;

/** The problem document of one request. `type` is relative to the service, one per code, and never changes. */
export function problemBody(
  problem: Problem,
  request: { readonly path: string; readonly traceId: string },
): ProblemBody {
  return {
    type: `/docs/problems#${problem.code}`,
    title: titleOf(problem.code) || (STATUS_CODES[problem.status] ?? 'Error'),
    status: problem.status,
    detail: problem.detail,
    code: problem.code,
    instance: problem.instance ?? request.path,
    traceId: request.traceId,
    ...(problem.retry && { retry: problem.retry }),
    ...(problem.errors && { errors: problem.errors.slice(0, MAX_ERRORS) }),
  };
}

/** `out_of_stock` → `Out of stock`: the same for every occurrence, as RFC 9457 asks of a title. */
const titleOf = (code: string): string => {
  const words = code.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
