/** What every system here is asked: an order as the service takes it. */
export interface OrderRequest {
  readonly customerId: string;
  readonly items: readonly { readonly sku: string; readonly quantity: number }[];
  readonly paymentMethod: string;
}

/** The same limits as the service's own validation, as JSON Schema, which Fastify compiles once. */
export const ORDER_REQUEST = {
  type: 'object',
  additionalProperties: false,
  required: ['customerId', 'items', 'paymentMethod'],
  properties: {
    customerId: { type: 'string', pattern: '^[!-~]{1,64}$' },
    items: {
      type: 'array',
      minItems: 1,
      maxItems: 100,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['sku', 'quantity'],
        properties: {
          sku: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' },
          quantity: { type: 'integer', minimum: 1, maximum: 1000 },
        },
      },
    },
    paymentMethod: { type: 'string', pattern: '^pm_[A-Za-z0-9_-]{1,60}$' },
  },
} as const;
