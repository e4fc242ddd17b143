/** Injection token of the payment provider that this installation uses. */
export const PAYMENT_GATEWAY = Symbol('PAYMENT_GATEWAY');
