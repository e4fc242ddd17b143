import { HttpProblem } from './http-problem.js';
import { statusProblem } from './status-problem.js';

/** 401 with the challenge RFC 9110 (11.6.1) requires; the same for a missing, a malformed and an unknown key. */
export function unauthenticated(): HttpProblem {
  const { status, code, detail } = statusProblem(401);
  return new HttpProblem(status, code, detail, { 'WWW-Authenticate': 'Bearer' });
}
