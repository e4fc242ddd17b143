import { DomainError } from '#shared/kernel/domain-error.js';
import type { OrderStatus } from '../contract/index.js';

/** Encoded, because what is not found need not be an id of ours. */
const pathOf = (orderId: string): string => `/api/orders/${encodeURIComponent(orderId)}`;

export const orderNotFound = (orderId: string): DomainError =>
  new DomainError('not_found', 'not_found', 'There is no such order.', { instance: pathOf(orderId) });

export const unknownSku = (items: readonly { pointer: string; sku: string }[]): DomainError =>
  new DomainError(
    'invalid',
    'unknown_sku',
    `Not in the catalogue: ${items.map(({ sku }) => sku).join(', ')}. Order what GET /api/inventory lists.`,
    {
      errors: items.map(({ pointer, sku }) => ({ pointer, detail: `${sku} is not in the catalogue` })),
    },
  );

export const currencyMismatch = (pointers: readonly string[], detail: string): DomainError =>
  new DomainError('invalid', 'currency_mismatch', detail, {
    errors: pointers.map((pointer) => ({ pointer, detail })),
  });

export const totalTooLarge = (): DomainError =>
  new DomainError('invalid', 'validation_failed', 'The order costs more than can be charged. Order less at once.', {
    errors: [{ pointer: '/items', detail: 'the total is beyond 2^53-1 minor units' }],
  });

export const amountMismatch = (total: number, currency: string, instance?: string): DomainError =>
  new DomainError(
    'refused',
    'amount_mismatch',
    `The order costs ${total} ${currency} (minor units). Check the price and send a new request with a new key.`,
    {
      instance,
    },
  );

export const orderNotDraft = (orderId: string, status: OrderStatus): DomainError =>
  new DomainError('refused', 'order_not_draft', `The order is ${status}; only a draft can be confirmed.`, {
    instance: pathOf(orderId),
    // No order becomes a draft again.
    retry: 'never',
  });

export const notCancellable = (orderId: string): DomainError =>
  new DomainError('refused', 'not_cancellable', 'The order is cancelled already, by another request or decision.', {
    instance: pathOf(orderId),
    retry: 'never',
  });

export const notUndoable = (orderId: string, why: string): DomainError =>
  new DomainError('refused', 'not_undoable', `The order cannot be undone: ${why}.`, {
    instance: pathOf(orderId),
    retry: 'never',
  });

export const paymentMethodMissing = (): DomainError =>
  new DomainError('invalid', 'validation_failed', 'This order has to be paid, so it needs a payment method.', {
    errors: [{ pointer: '/paymentMethod', detail: 'is required' }],
  });
