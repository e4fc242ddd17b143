import type { Payment } from '../domain/payment.entity.js';
import type { FactSource, PaymentFact, RefundFact } from '../domain/payment-fact.js';
import { Unit } from '#shared/database/unit-of-work/unit.js';
import { stoppedDuplicate } from '#shared/observability/stopped-duplicates.js';

/** A job found that its work was done before it began: restarted after a crash, or overtaken by another reporter. */
export function workWasDone(payment: Pick<Payment, 'sagaId'> | undefined): void {
  if (payment) stoppedDuplicate('step', { sagaId: payment.sagaId, detail: 'job' });
}

/** Facts after which nothing more is asked; only telling one of these twice repeats somebody's work. */
const LAST_WORDS: ReadonlySet<string> = new Set(['captured', 'declined', 'refunded'] satisfies FactKind[]);
type FactKind = (PaymentFact | RefundFact)['kind'];

/** What a job learned from the provider had been told before by somebody else; counted once its unit is committed. */
export function toldBefore(payment: Pick<Payment, 'sagaId'> | undefined, kind: FactKind, source: FactSource): void {
  if (!payment || !LAST_WORDS.has(kind)) return;
  const { sagaId } = payment;
  Unit.current('a fact').afterCommit(() => stoppedDuplicate('step', { sagaId, detail: `fact:${source}` }));
}
