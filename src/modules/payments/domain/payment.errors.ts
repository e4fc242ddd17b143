import { DomainError } from '#shared/kernel/domain-error.js';

const pathOf = (paymentId: string): string => `/api/payments/${encodeURIComponent(paymentId)}`;

export const paymentNotFound = (paymentId: string): DomainError =>
  new DomainError('not_found', 'not_found', 'There is no such payment.', { instance: pathOf(paymentId) });

/** `isOver`: nothing will ever be captured; otherwise a later request, under a new key, may find something to give back. */
export const notCaptured = (paymentId: string, isOver: boolean): DomainError =>
  new DomainError('refused', 'not_captured', 'This payment was not captured, so there is nothing to refund.', {
    instance: pathOf(paymentId),
    retry: isOver ? 'never' : 'new-key',
  });

export const refundExceedsCapture = (paymentId: string, left: number, currency: string): DomainError =>
  new DomainError(
    'refused',
    'refund_exceeds_capture',
    `Only ${left} ${currency} (minor units) of this payment are left to refund.`,
    { instance: pathOf(paymentId), retry: left === 0 ? 'never' : 'new-key' },
  );
