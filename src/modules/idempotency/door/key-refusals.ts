import type { EffectivePolicy } from './effective-policy.js';
import { keyProblems } from '../http/key.problems.js';
import { HttpProblem } from '#shared/http/http-problem.js';

type Refusal = 'idempotency_key_reused' | 'idempotency_key_in_use';

/** A refusal that shows where the first result is, never its content; nothing of it is stored. */
const aboutFirst = (
  pollUrl: string,
  status: number,
  code: Refusal,
  headers: Readonly<Record<string, string>> = {},
): HttpProblem => new HttpProblem(status, code, keyProblems[code]!.detail, headers, pollUrl);

/** The key was first used with another content, at whatever state that first request is (semantics 5). */
export const keyReused = (pollUrl: string, { reusedStatus }: EffectivePolicy): HttpProblem =>
  aboutFirst(pollUrl, reusedStatus, 'idempotency_key_reused');

/** The first request is under way, and this route or profile refuses its repetitions until it is decided. */
export const keyInUse = (pollUrl: string, retryAfter: { readonly 'Retry-After': string }): HttpProblem =>
  aboutFirst(pollUrl, 409, 'idempotency_key_in_use', retryAfter);
