import type { Payment } from '../domain/payment.entity.js';
import { stoppedDuplicate } from '#shared/observability/stopped-duplicates.js';

/** A job found that its work was done before it began: restarted after a crash, or overtaken by another reporter. */
export function workWasDone(payment: Pick<Payment, 'sagaId'> | undefined): void {
  if (payment) stoppedDuplicate('step', { sagaId: payment.sagaId, detail: 'job' });
}
