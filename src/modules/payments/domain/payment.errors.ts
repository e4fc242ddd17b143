import type { Payment } from './payment.entity.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { spelledMoney } from '#shared/kernel/spelled-money.js';

const pathOf = (paymentId: string): string => `/api/payments/${encodeURIComponent(paymentId)}`;

export const paymentNotFound = (paymentId: string): DomainError =>
  new DomainError('not_found', 'not_found', 'There is no such payment.', { instance: pathOf(paymentId) });

/** `isOver`: nothing will ever be captured; otherwise a later request, under a new key, may find something to give back. */
export const notCaptured = (paymentId: string, isOver: boolean): DomainError =>
  new DomainError('refused', 'not_captured', 'This payment was not captured, so there is nothing to refund.', {
    instance: pathOf(paymentId),
    retry: isOver ? 'never' : 'new-key',
  });

/** Only what has really gone back is over: a refund on its way may fail, and its amount is left to be refunded again. */
export const refundExceedsCapture = ({
  id,
  refundable,
  currency,
  isGivenBack,
}: Pick<Payment, 'id' | 'refundable' | 'currency' | 'isGivenBack'>): DomainError =>
  new DomainError(
    'refused',
    'refund_exceeds_capture',
    refundable === 0
      ? 'Nothing of this payment is left to refund: all of it has gone back or is on its way.'
      : `Only ${spelledMoney(refundable, currency)} of this payment are left to refund: ask for ${refundable} (minor units) at most, with a new key.`,
    { instance: pathOf(id), retry: isGivenBack ? 'never' : 'new-key' },
  );
