/**
 * Whether whoever collects the money can charge exactly this many minor units (ISO 4217) of this currency. A port:
 * inventory knows no payment provider, the application binds the one it uses.
 */
export type PricePolicy = (unitPrice: number, currency: string) => boolean;

/** Injection token of the installation's `PricePolicy`. */
export const PRICE_POLICY = Symbol('PRICE_POLICY');
