/** Stock as anyone may see it; `available` is what can still be ordered. */
export interface StockView {
  readonly sku: string;
  readonly name: string;
  /** Minor units of `currency` (ISO 4217). */
  readonly unitPrice: number;
  readonly currency: string;
  readonly onHand: number;
  readonly reserved: number;
  readonly available: number;
  /** Counts changes by people (PUT, adjustments), not reservations. */
  readonly version: number;
}

/** What one unit of a SKU costs now. */
export interface Price {
  readonly sku: string;
  readonly unitPrice: number;
  readonly currency: string;
}
