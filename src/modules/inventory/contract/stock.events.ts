import type { Failure } from '#shared/kernel/failure.js';

/** All lines of an order are held for it. */
export class StockReserved {
  constructor(
    readonly tenantId: string,
    readonly orderId: string,
  ) {}
}

/** At least one line could not be held, so none is. */
export class StockRejected {
  constructor(
    readonly tenantId: string,
    readonly orderId: string,
    readonly failure: Failure,
  ) {}
}

/** What was held or sold for an order is available again. */
export class StockReleased {
  constructor(
    readonly tenantId: string,
    readonly orderId: string,
  ) {}
}
