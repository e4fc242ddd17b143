import { Command } from '@nestjs/cqrs';
import type { StockView } from './stock.view.js';

export interface StockLine {
  readonly sku: string;
  readonly quantity: number;
}

/** Hold all lines for an order, or none. Idempotent by (order, SKU). */
export class ReserveStock extends Command<void> {
  constructor(
    readonly tenantId: string,
    readonly orderId: string,
    readonly lines: readonly StockLine[],
  ) {
    super();
  }
}

/** Give back what an order holds. Idempotent by (order, SKU). */
export class ReleaseStock extends Command<void> {
  constructor(
    readonly tenantId: string,
    readonly orderId: string,
  ) {
    super();
  }
}

/** Turn what an order holds into a sale. Idempotent by (order, SKU). */
export class FinalizeStock extends Command<void> {
  constructor(readonly orderId: string) {
    super();
  }
}

/** Create or replace a catalogue entry and its counted stock. */
export class SetStock extends Command<{ created: boolean; stock: StockView }> {
  constructor(
    readonly sku: string,
    readonly wanted: { name: string; unitPrice: number; currency: string; onHand: number },
    /** The version the caller saw, `any` when there must be one; undefined when it does not matter. */
    readonly expectedVersion?: number | 'any',
  ) {
    super();
  }
}

/** Count some stock in (positive) or out (negative). */
export class AdjustStock extends Command<StockView> {
  constructor(
    readonly sku: string,
    readonly delta: number,
    readonly reason: string,
    readonly operationKey?: Buffer,
  ) {
    super();
  }
}
