import type { Payment } from './domain/payment.entity.js';
import type { Refund } from './domain/refund.entity.js';
import { VersionConflict } from '#shared/database/unit-of-work/unit-errors.js';

/** Payment and refunds are read one after the other. Where they do not add up, somebody has changed them in between. */
export function addUp(payment: Payment, refunds: readonly Refund[]): boolean {
  const sum = (of: 'refunding' | 'refunded'): number => refunds.reduce((total, { share }) => total + share[of], 0);
  return payment.refunding === sum('refunding') && payment.refunded === sum('refunded');
}

/**
 * A conflict when they do not, which is decided again, because what is decided on both would be true of neither. What
 * then changes the payment meets that conflict anyway; what leaves it as it is would not.
 */
export function ofOneMoment(payment: Payment, refunds: readonly Refund[]): void {
  if (!addUp(payment, refunds))
    throw new VersionConflict(`payment ${payment.id} has changed while its refunds were read`);
}
