import { markedIn, namesOf, type SagaDefinition } from './definition.js';
import type { SagaState } from './saga-state.js';
import { ServiceUnavailable } from '../http/service-unavailable.js';

/** A deployment takes minutes, and behind a load balancer the next try may meet an instance that is through with it. */
const RETRY_SECONDS = 5;

/** As much of a saga as tells who may move it. */
export type SagaStanding = Pick<SagaState, 'status' | 'steps'>;

/**
 * The first marker of a saga that this version's table has no name for, present or former: only the version that has
 * written it knows what undoes it. One that was passed over has asked for nothing and binds nobody. Of a completed saga
 * nothing is ever undone or done again; of one that was undone a late success may still have to go.
 */
export function strangeStep(definition: SagaDefinition, { status, steps }: SagaStanding): string | undefined {
  if (status === 'completed') return undefined;
  const known = new Set(markedIn(definition).flatMap(namesOf));
  return steps.find((step) => step.status !== 'skipped' && !known.has(step.name))?.name;
}

/**
 * What whoever has news for such a saga is told: a caller 503 with the same key, a job to run again. Both come back until
 * an instance of the newer version takes them, so nothing that happens meanwhile is lost (semantics 27).
 */
export const leftToNewerVersion = (sagaId: string, step: string): ServiceUnavailable =>
  new ServiceUnavailable(RETRY_SECONDS, {
    cause: new Error(`saga ${sagaId} has begun ${step}, which this version does not know: a newer one moves it`),
  });
