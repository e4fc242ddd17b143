import type { ActView, Operator } from '../contract/index.js';
import { jsonAnswer, problemAnswer, unstored, Visit, type Answer } from '#modules/idempotency/contract/index.js';
import type { Caller } from '#shared/http/caller.js';

/** Who asks for an act in the current keyed request. */
export const operatorOf = ({ name }: Caller, { reason, dryRun }: { reason: string; dryRun: boolean }): Operator => ({
  name,
  reason,
  dryRun,
  operationKey: Visit.current().operationKey,
});

/** 200 with what was done. What only would be done ends the request here, and its unit is discarded. */
export function actAnswer(act: ActView): Answer {
  if (act.outcome === 'would_be_done') throw unstored(jsonAnswer(200, act));
  if (act.outcome === 'done') return jsonAnswer(200, act);
  const detail = `This is above OPERATOR_LIMIT. It is proposed (${act.id}); it is done when another operator asks for the same within 24 hours.`;
  const problem = { status: 409, code: 'second_operator_needed', detail, retry: 'operator' as const };
  return problemAnswer(problem, Visit.current().path);
}
