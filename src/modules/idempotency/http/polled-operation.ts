import { POLL } from './poll.docs.js';
import type { OperationRule } from '#shared/http/openapi/complete-operation.js';
import { documentRefusals } from '#shared/http/openapi/operation-refusals.js';

/** Polling answers every refusal that was ever stored. */
export const polledOperation: OperationRule = (operation, { path, problems }) => {
  if (operation.operationId !== POLL) return;
  const stored = Object.keys(problems).filter((code) => problems[code]!.stored);
  documentRefusals(operation, stored, path, problems);
};
