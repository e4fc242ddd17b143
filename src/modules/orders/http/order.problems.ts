import type { OperationAdvice, ProblemMeanings } from '#shared/http/openapi/problem-meaning.js';

/** The order is cancelled with it: a new one may be placed under a new key, and no key ever confirms this one. */
const endsTheOrder = {
  stored: true,
  retry: 'new-key',
  retryOn: { 'orders.confirm': 'never', 'payments.create': 'never' },
} as const;

/** How orders are refused. */
export const orderProblems: ProblemMeanings = {
  unknown_sku: {
    status: 400,
    detail: 'Not in the catalogue: TEA-BLUE. Order what GET /api/inventory lists.',
    meaning: 'An item names a SKU that the catalogue does not have.',
    remedy: 'Order what `GET /api/inventory` lists; the key may be used again.',
    errors: [{ pointer: '/items/0/sku', detail: 'TEA-BLUE is not in the catalogue' }],
  },
  currency_mismatch: {
    status: 400,
    detail: 'CUP-TOKYO is sold in JPY, not in EUR. Order one currency at a time.',
    meaning: 'The items are sold in different currencies, or in another one than `currency` says.',
    remedy: 'Order one currency at a time; the key may be used again.',
    errors: [{ pointer: '/items/1/sku', detail: 'CUP-TOKYO is sold in JPY, not in EUR' }],
  },
  amount_mismatch: {
    status: 409,
    detail: 'The order costs 1780 EUR (minor units). Check the price and send a new request with a new key.',
    meaning: 'The order costs something else than `expectedTotal` or `amount` says; prices may have changed.',
    remedy: 'Show the new price to the customer and send a new request.',
    stored: true,
    retry: 'new-key',
  },
  order_not_draft: {
    status: 409,
    detail: 'The order is confirmed; only a draft can be confirmed.',
    meaning: 'The order was already confirmed or cancelled, by another request.',
    remedy: 'Read the order; there may be nothing left to do.',
    stored: true,
    retry: 'never',
  },
  not_cancellable: {
    status: 409,
    detail: 'The order was already cancelled by another decision.',
    meaning: 'The order is already cancelled, by another decision than this request.',
    remedy: 'Read the order; there is nothing left to do.',
    stored: true,
    retry: 'never',
  },
  not_undoable: {
    status: 409,
    detail: 'The order cannot be undone: it is being undone already.',
    meaning: 'The order is a draft, is cancelled, or is already on its way back; nothing is undone twice.',
    remedy: 'Read the saga and its `explain`; there may be nothing left to do.',
    stored: true,
    retry: 'never',
  },
  payment_declined: {
    status: 402,
    detail: 'The card was declined. Pay with another one.',
    meaning: 'The bank or the provider refused the payment. Nothing was charged, the order is cancelled.',
    remedy: 'Ask the customer for another way to pay and place a new order.',
    ...endsTheOrder,
  },
  payment_method_invalid: {
    status: 402,
    detail: 'This payment method cannot be used. Choose another one.',
    meaning: 'The provider does not know the payment method or cannot use it. Nothing was charged.',
    remedy: 'Ask the customer for another way to pay and place a new order.',
    ...endsTheOrder,
  },
  payment_action_expired: {
    status: 402,
    detail: 'The customer did not confirm the payment in time.',
    meaning: 'The customer had to confirm the payment, for instance at the bank, and did not do so in time.',
    remedy: 'Place a new order when the customer is there.',
    ...endsTheOrder,
  },
  out_of_stock: {
    status: 409,
    detail: 'There is not enough of TEA-GREEN. The payment was returned.',
    meaning: 'At least one item is sold out. Nothing is held, and what had been paid is returned.',
    remedy: 'Look at `available` in `GET /api/inventory` and place a new order.',
    ...endsTheOrder,
  },
  order_cancelled: {
    status: 409,
    detail: 'The order was cancelled while it was under way; everything was undone.',
    meaning: 'Somebody cancelled the order while it was under way. What had been paid is returned.',
    remedy: 'Place a new order if it is still wanted.',
    ...endsTheOrder,
  },
  order_expired: {
    status: 409,
    detail: 'The order took longer than it may; everything was undone.',
    meaning: 'The order could not be decided within its time. What had been paid is returned.',
    remedy: 'Place a new order if it is still wanted.',
    ...endsTheOrder,
  },
  order_failed: {
    status: 500,
    detail: 'The order could not be fulfilled; everything was undone.',
    meaning: 'A definite failure on our side. What had been paid is returned.',
    remedy: 'Place a new order, and report the `traceId` when it happens again.',
    ...endsTheOrder,
  },
};

/** The final answers of an order that was not confirmed, whichever route sent it on its way. */
export const decidedRefusals: readonly string[] = [
  'payment_declined',
  'payment_method_invalid',
  'payment_action_expired',
  'out_of_stock',
  'order_cancelled',
  'order_expired',
  'order_failed',
];

/** What such a key did once to an order is done for good: under a new key the same request is refused as well. */
export const orderAdvice: OperationAdvice = {
  idempotency_key_expired: { 'orders.confirm': 'never', 'orders.cancel': 'never', 'payments.create': 'never' },
};
