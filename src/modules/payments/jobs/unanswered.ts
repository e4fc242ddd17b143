import { PaymentNotSent, PaymentOutcomeUnknown, PaymentProviderUnusable } from '../gateway/payment-gateway.js';

/** The provider did not say anything about the payment; the next look may hear more. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof PaymentOutcomeUnknown || error instanceof PaymentNotSent || error instanceof PaymentProviderUnusable;
