import type { IdempotencyRecord } from '../record.js';
import type { SagaInstance } from '#shared/saga/saga.entity.js';

/** What the poll resource says while nothing is decided. */
export const processingBody = (record: IdempotencyRecord, saga: SagaInstance | undefined): object => ({
  status: 'processing',
  id: record.id,
  pollUrl: record.pollUrl,
  step: saga?.openStep?.name,
  startedAt: record.createdAt.toISOString(),
});
