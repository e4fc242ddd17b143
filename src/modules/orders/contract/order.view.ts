import type { Failure } from '#shared/kernel/failure.js';

export type OrderStatus = 'draft' | 'pending' | 'confirmed' | 'cancelling' | 'cancelled' | 'needs_attention';

/** An order as its tenant may see it; amounts in minor units of `currency`. */
export interface OrderView {
  readonly id: string;
  readonly status: OrderStatus;
  readonly customerId: string;
  readonly currency: string;
  readonly total: number;
  readonly items: readonly {
    readonly sku: string;
    readonly quantity: number;
    readonly unitPrice: number;
    readonly lineTotal: number;
  }[];
  readonly paymentId?: string;
  readonly sagaId?: string;
  readonly note?: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly version: number;
  readonly failure?: Failure;
}
