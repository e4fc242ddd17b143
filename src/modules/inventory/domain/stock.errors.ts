import { DomainError } from '#shared/kernel/domain-error.js';

const pathOf = (sku: string): string => `/api/inventory/${encodeURIComponent(sku)}`;

export const unknownStock = (sku: string): DomainError =>
  new DomainError('not_found', 'not_found', 'There is no such SKU in the catalogue.', { instance: pathOf(sku) });

export const unchargeablePrice = (currency: string): DomainError =>
  new DomainError(
    'invalid',
    'validation_failed',
    'Nobody could pay this price: the payment provider cannot charge it.',
    {
      errors: [
        { pointer: '/unitPrice', detail: `must be an amount of ${currency} that the payment provider can charge` },
      ],
    },
  );

export const negativeStock = (sku: string): DomainError =>
  new DomainError(
    'refused',
    'negative_stock',
    `This would leave less of ${sku} on hand than is reserved for orders, or less than none. Read the stock and choose another amount.`,
    { instance: pathOf(sku) },
  );

export const staleStock = (sku: string): DomainError =>
  new DomainError(
    'precondition_failed',
    'precondition_failed',
    `${sku} has changed since you read it. Read it again and repeat the change with its new ETag.`,
    { instance: pathOf(sku) },
  );
