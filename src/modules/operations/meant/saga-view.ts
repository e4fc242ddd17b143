import type { SagaView } from '../contract/index.js';
import type { FoundSaga } from '#shared/saga/saga-search.store.js';

/** A saga as a list shows it. */
export const sagaView = (saga: FoundSaga): SagaView => ({
  id: saga.id,
  definition: saga.definition,
  tenantId: saga.tenantId,
  orderId: saga.orderId,
  state: standingOf(saga),
  step: saga.openStep ?? undefined,
  attention: why(saga.attention),
  failure: why(saga.failure),
  stop: why(saga.stop),
  createdAt: saga.createdAt.toISOString(),
  updatedAt: saga.updatedAt.toISOString(),
  deadlineAt: saga.deadlineAt?.toISOString(),
  version: saga.version,
});

const why = (told: { code: string; detail: string } | null): SagaView['failure'] =>
  told ? { code: told.code, detail: told.detail } : undefined;

function standingOf({ status, attention, isInDoubt }: FoundSaga): SagaView['state'] {
  if (attention) return 'needs_attention';
  return isInDoubt && (status === 'running' || status === 'compensating') ? 'in_doubt' : status;
}
