import { keyedOperationOf } from './keyed-route.js';
import { adviceOf, type ProblemMeanings } from '#shared/http/openapi/problem-meaning.js';
import type { ProblemRefinement } from '#shared/http/problem.filter.js';

/** Adds to every problem of a keyed route with which key to try again: as the facts say, else as its code is explained. */
export const retryAdvice =
  (problems: ProblemMeanings): ProblemRefinement =>
  (problem, request) => {
    const operation = keyedOperationOf(request);
    if (operation === undefined) return { ...problem, retry: undefined };
    return { ...problem, retry: problem.retry ?? adviceOf(problems[problem.code], operation) };
  };
