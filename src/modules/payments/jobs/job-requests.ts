import type { Payment } from '../domain/payment.entity.js';
import type { Refund } from '../domain/refund.entity.js';
import type { JobRequest } from '#shared/jobs/job.js';

export const CAPTURE_JOB = 'payments.capture';
export const RESOLVE_JOB = 'payments.resolve';
export const REFUND_JOB = 'payments.refund';
export const APPLY_NOTICE_JOB = 'payments.apply-notice';

/** 2 s, 10 s, 1 min, 10 min, 1 h, then hourly (semantics 20). */
const RESOLVE_AFTER_MS = [2_000, 10_000, 60_000, 600_000, 3_600_000];

/** How old a wish is when each of these looks is over: 2 s, 12 s, 72 s and so on. */
const OVER_AT_MS = RESOLVE_AFTER_MS.map((_, nth) => RESOLVE_AFTER_MS.slice(0, nth + 1).reduce((sum, ms) => sum + ms));
/** From the minute on. Before it, looks that came early cost little, and clocks need not agree. */
const FIRST_SLOW_LOOK = 3;

/**
 * The pause before the n-th look. Looks that a start has brought forward do not put off the later ones: a service that
 * dies again and again would soon look once an hour at what has been in doubt for a minute.
 */
function pauseBefore(look: number, ageMs: number): number {
  const turn = OVER_AT_MS.filter((over) => over <= ageMs).length + 1;
  return RESOLVE_AFTER_MS[Math.min(look, Math.max(turn, FIRST_SLOW_LOOK), RESOLVE_AFTER_MS.length) - 1]!;
}

/** A refund that can only be tried now and then: as a look at what has been in doubt for hours. */
export const laterRefundJob = (refund: Refund): JobRequest =>
  refundJob(refund, RESOLVE_AFTER_MS.length + 1, Number.POSITIVE_INFINITY);

/** The one first attempt of a generation of a capture. */
export const captureJob = ({ id: paymentId, orderId, stepKey, generation }: Payment): JobRequest => ({
  name: CAPTURE_JOB,
  key: `${stepKey}:${generation}`,
  payload: { paymentId, orderId, generation },
});

/**
 * The n-th look for the truth about a capture whose outcome is not known.
 *
 * @param ageMs for how long it has been wanted
 */
export const resolveJob = (payment: Payment, look: number, ageMs = 0): JobRequest => ({
  name: RESOLVE_JOB,
  key: `${payment.stepKey}:resolve:${look}`,
  payload: { paymentId: payment.id, orderId: payment.orderId, look },
  delayMs: pauseBefore(look, ageMs),
});

/** A look at once, at a payment that is to be given up. */
export const withdrawJob = ({ id: paymentId, orderId, stepKey }: Payment): JobRequest => ({
  name: RESOLVE_JOB,
  key: `${stepKey}:withdraw`,
  payload: { paymentId, orderId, look: 0 },
});

/** The first attempt of a refund, and later ones while its outcome is not known; those wait for their time. */
export const refundJob = (refund: Refund, attempt = 1, ageMs = 0): JobRequest => ({
  ...refundAtOnce(refund, attempt),
  delayMs: attempt === 1 ? 0 : pauseBefore(attempt - 1, ageMs),
});

/** An attempt for which there is nothing to wait: that the one before had no effect is proven. */
export const refundAtOnce = (refund: Refund, attempt: number): JobRequest => ({
  name: REFUND_JOB,
  key: `${refund.stepKey}:${attempt}`,
  payload: { refundId: refund.id, orderId: refund.orderId, attempt },
});
