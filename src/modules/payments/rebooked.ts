import type { Payment, RefundShare } from './domain/payment.entity.js';
import type { Refund } from './domain/refund.entity.js';
import { VersionConflict } from '#shared/database/unit-of-work/unit-errors.js';

/**
 * Keeps account of a refund that has changed. Refund and payment are read one after the other: when somebody has settled
 * the refund in between, that is a conflict, which is decided again, and no impossible amount.
 */
export function rebook(payment: Payment, before: RefundShare, { share }: Refund): void {
  if (!payment.holds(before)) throw new VersionConflict(`payment ${payment.id} has changed since its refund was read`);
  payment.rebook(before, share);
}
