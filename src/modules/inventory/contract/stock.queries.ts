import { Query } from '@nestjs/cqrs';
import type { Price, StockView } from './stock.view.js';

export class GetStock extends Query<StockView | undefined> {
  constructor(readonly sku: string) {
    super();
  }
}

/** One page of the catalogue by SKU, after `after`. */
export class ListStock extends Query<{ items: StockView[]; next?: string }> {
  constructor(
    readonly limit: number,
    readonly after?: string,
  ) {
    super();
  }
}

/** Today's prices; a SKU that is not in the catalogue is missing from the answer. */
export class GetPrices extends Query<Price[]> {
  constructor(readonly skus: readonly string[]) {
    super();
  }
}

/** What is held for an order or was sold to it, by SKU: what would come back if the order were undone. */
export class ListHoldings extends Query<{ readonly sku: string; readonly quantity: number }[]> {
  constructor(readonly orderId: string) {
    super();
  }
}
