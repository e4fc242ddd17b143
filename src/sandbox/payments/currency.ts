/** What ICU knows, and what ISO 4217 has added without it: VED (2021). */
const KNOWN = new Set([...Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()), 'ved']);

/** Three decimals, the last of which must be 0 (docs.stripe.com/currencies). */
const THREE_DECIMALS: readonly string[] = ['bhd', 'jod', 'kwd', 'omr', 'tnd'];
/** No decimals in use, yet written with two that must be 0 (docs.stripe.com/currencies). */
const EMPTY_DECIMALS: readonly string[] = ['isk', 'ugx'];

export const isCurrency = (code: string): boolean => KNOWN.has(code);

/** The provider takes only multiples of this many minor units. */
export function amountStep(currency: string): 1 | 10 | 100 {
  if (THREE_DECIMALS.includes(currency)) return 10;
  return EMPTY_DECIMALS.includes(currency) ? 100 : 1;
}
