/** Stored with every saga: never rename it. */
export const REFUND_PAYMENT = 'refund-payment';
