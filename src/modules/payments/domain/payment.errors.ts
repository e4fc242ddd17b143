import type { Payment } from './payment.entity.js';
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
    `Only ${refundable} ${currency} (minor units) of this payment are left to refund.`,
    { instance: pathOf(id), retry: isGivenBack ? 'never' : 'new-key' },
  );
