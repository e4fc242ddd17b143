import type { ActView, Operator } from '../contract/index.js';
import {
  jsonAnswer,
  problemAnswer,
  storedRefusal,
  unstored,
  Visit,
  type Answer,
} from '#modules/idempotency/contract/index.js';
import type { Caller } from '#shared/http/caller.js';

/** Who asks for an act in the current keyed request. */
export const operatorOf = ({ name }: Caller, { reason, dryRun }: { reason: string; dryRun: boolean }): Operator => ({
  name,
  reason,
  dryRun,
  operationKey: Visit.current().operationKey,
});

/**
 * 200 with what was done, or why not. A dry run ends the request here, whatever it comes to: its unit is discarded, its
 * key stays free, and the next one is decided anew.
 */
export async function actAnswer(act: Promise<ActView>, { dryRun }: { readonly dryRun: boolean }): Promise<Answer> {
  try {
    return answerOf(await act);
  } catch (error) {
    const refusal = dryRun ? storedRefusal(error, Visit.current().path) : undefined;
    throw refusal ? unstored(refusal) : error;
  }
}

function answerOf(act: ActView): Answer {
  if (act.outcome === 'would_be_done') throw unstored(jsonAnswer(200, act));
  if (act.outcome === 'done') return jsonAnswer(200, act);
  const detail = `This is above OPERATOR_LIMIT. It is proposed (${act.id}); it is done when another operator asks for the same within 24 hours.`;
  const problem = { status: 409, code: 'second_operator_needed', detail, retry: 'operator' as const };
  return problemAnswer(problem, Visit.current().path);
}
