import type { Answer } from './answer.js';
import { PROBLEM_MEDIA_TYPE, problemBody, type Problem } from '#shared/http/problem.js';
import { newTraceId } from '#shared/http/trace-id.js';

/** A problem answer (RFC 9457) that is stored and replayed; its trace id is that of the decision. */
export const problemAnswer = (problem: Problem, path: string, traceId = newTraceId()): Answer => ({
  status: problem.status,
  headers: { 'content-type': `${PROBLEM_MEDIA_TYPE}; charset=utf-8` },
  body: JSON.stringify(problemBody(problem, { path, traceId })),
});
