/** What an order may look like; everything is bounded so that nothing can be made arbitrarily large. */

/** A person's basket, not a warehouse transfer; it also keeps a stored answer far below 64 KiB. */
export const MAX_ITEMS = 100;

/** More of one SKU than any honest order has, and far from where quantities times prices stop being exact. */
export const MAX_QUANTITY = 1_000_000;

export const MAX_NOTE = 1_000;

export const SKU = /^[A-Za-z0-9._-]{1,64}$/;

export const CUSTOMER_ID = /^[\x21-\x7e]{1,64}$/;

/** Stripe's ids are words of letters, digits and underscores; the sandbox's fault names also have dashes. */
export const PAYMENT_METHOD = /^[A-Za-z0-9_-]{1,128}$/;
