import type { Payment } from '../domain/payment.entity.js';
import type { Refund } from '../domain/refund.entity.js';
import type { JobRequest } from '#shared/jobs/job.js';

export const CAPTURE_JOB = 'payments.capture';
export const RESOLVE_JOB = 'payments.resolve';
export const REFUND_JOB = 'payments.refund';
export const APPLY_NOTICE_JOB = 'payments.apply-notice';

/** 2 s, 10 s, 1 min, 10 min, 1 h, then hourly (semantics 20). */
const RESOLVE_AFTER_MS = [2_000, 10_000, 60_000, 600_000, 3_600_000];

/** The first attempt of a refund that is an hour away. */
export const HOURLY_ATTEMPT = RESOLVE_AFTER_MS.length + 1;

/** The one first attempt of a generation of a capture. */
export const captureJob = ({ id: paymentId, orderId, stepKey, generation }: Payment): JobRequest => ({
  name: CAPTURE_JOB,
  key: `${stepKey}:${generation}`,
  payload: { paymentId, orderId, generation },
});

/** The n-th look for the truth about a capture whose outcome is not known. */
export const resolveJob = (payment: Payment, look: number): JobRequest => ({
  name: RESOLVE_JOB,
  key: `${payment.stepKey}:resolve:${look}`,
  payload: { paymentId: payment.id, orderId: payment.orderId, look },
  delayMs: RESOLVE_AFTER_MS[Math.min(look, RESOLVE_AFTER_MS.length) - 1]!,
});

/** A look at once, at a payment that is to be given up. */
export const withdrawJob = ({ id: paymentId, orderId, stepKey }: Payment): JobRequest => ({
  name: RESOLVE_JOB,
  key: `${stepKey}:withdraw`,
  payload: { paymentId, orderId, look: 0 },
});

/** The first attempt of a refund, and later ones while its outcome is not known; those wait for their time. */
export const refundJob = (refund: Refund, attempt = 1): JobRequest => ({
  ...refundAtOnce(refund, attempt),
  delayMs: attempt === 1 ? 0 : RESOLVE_AFTER_MS[Math.min(attempt - 1, RESOLVE_AFTER_MS.length) - 1]!,
});

/** An attempt for which there is nothing to wait: that the one before had no effect is proven. */
export const refundAtOnce = (refund: Refund, attempt: number): JobRequest => ({
  name: REFUND_JOB,
  key: `${refund.stepKey}:${attempt}`,
  payload: { refundId: refund.id, orderId: refund.orderId, attempt },
});
