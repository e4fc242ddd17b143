import type { Answer } from '../contract/answer.js';
import { problemAnswer } from '../contract/problem-answer.js';
import { DomainError } from '#shared/kernel/domain-error.js';

const STATUS: Readonly<Partial<Record<DomainError['kind'], number>>> = { refused: 409, payment_required: 402 };

/** The answer that is remembered when the business says no; undefined for everything that stores nothing (semantics 9). */
export function storedRefusal(outcome: unknown, path: string): Answer | undefined {
  const status = outcome instanceof DomainError ? STATUS[outcome.kind] : undefined;
  if (!(outcome instanceof DomainError) || status === undefined) return undefined;
  const { code, detail, extra } = outcome;
  return problemAnswer({ status, code, detail, ...extra, retry: extra.retry ?? 'new-key' }, path);
}
