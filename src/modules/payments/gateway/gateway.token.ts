/** Injection token of the payment provider that this installation uses. */
export const PAYMENT_GATEWAY = Symbol('PAYMENT_GATEWAY');

/** Injection token of the same provider's webhooks. */
export const PROVIDER_WEBHOOKS = Symbol('PROVIDER_WEBHOOKS');
