import { keyProblems } from './key.problems.js';
import { POLL } from './poll.docs.js';
import type { OperationRule } from '#shared/http/openapi/complete-operation.js';
import { documentRefusals } from '#shared/http/openapi/operation-refusals.js';

/** Polling answers every refusal that was ever stored: those that ask for a new key, but for those about the key itself. */
export const polledOperation: OperationRule = (operation, { path, problems }) => {
  if (operation.operationId !== POLL) return;
  const stored = Object.keys(problems).filter((code) => problems[code]?.retry === 'new-key' && !(code in keyProblems));
  documentRefusals(operation, stored, path, problems);
};
