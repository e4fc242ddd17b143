import { isCurrency, minorUnitExponent } from '#shared/kernel/currency.js';

/**
 * Where Stripe's unit is not simply hundredths (docs.stripe.com/currencies: zero-decimal, three-decimal and special
 * cases). `exponent` is the number of decimal digits in Stripe's integer, `step` what that integer must be divisible by.
 */
interface StripeUnit {
  readonly exponent: number;
  readonly step: number;
}

const HUNDREDTHS: StripeUnit = { exponent: 2, step: 1 };

const SPECIAL: readonly (readonly [codes: string, unit: StripeUnit])[] = [
  // MGA has hundredths by ISO 4217, and none at Stripe.
  ['BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF', { exponent: 0, step: 1 }],
  // No minor unit by ISO 4217; Stripe keeps two digits for compatibility, which must be 00.
  ['ISK UGX', { exponent: 2, step: 100 }],
  // The card networks behind Stripe want the last digit to be 0.
  ['BHD JOD KWD OMR TND', { exponent: 3, step: 10 }],
];

const UNITS: ReadonlyMap<string, StripeUnit> = new Map(
  SPECIAL.flatMap(([codes, unit]) => codes.split(' ').map((code) => [code, unit] as const)),
);

/** Stripe's unit of a currency; none for what is no currency, or has thousandths that Stripe does not document. */
function stripeUnit(currency: string): StripeUnit | undefined {
  if (!isCurrency(currency)) return undefined;
  return UNITS.get(currency) ?? (minorUnitExponent(currency) === 2 ? HUNDREDTHS : undefined);
}

/** `amount × 10^digits`, or undefined when that is not a whole number that a JSON integer carries exactly. */
function shifted(amount: number, digits: number): number | undefined {
  if (!Number.isSafeInteger(amount) || amount < 0) return undefined;
  const factor = 10 ** Math.abs(digits);
  if (digits < 0 && amount % factor !== 0) return undefined;
  const result = digits < 0 ? amount / factor : amount * factor;
  return Number.isSafeInteger(result) ? result : undefined;
}

function inStripeUnits(amount: number, currency: string): number | undefined {
  const unit = stripeUnit(currency);
  if (!unit) return undefined;
  const result = shifted(amount, unit.exponent - minorUnitExponent(currency));
  return result !== undefined && result % unit.step === 0 ? result : undefined;
}

/** Whether Stripe can charge exactly this many ISO 4217 minor units of this currency. */
export const isRepresentable = (amount: number, currency: string): boolean =>
  inStripeUnits(amount, currency) !== undefined;

/** ISO 4217 minor units → Stripe's integer; a RangeError where `isRepresentable` says no, never a rounded amount. */
export function toStripeAmount(amount: number, currency: string): number {
  const result = inStripeUnits(amount, currency);
  if (result === undefined) throw new RangeError('Stripe cannot represent this amount in this currency exactly');
  return result;
}

/** Stripe's integer → ISO 4217 minor units; a RangeError when the currency or a fraction of a minor unit is not ours. */
export function fromStripeAmount(stripeAmount: number, currency: string): number {
  const unit = stripeUnit(currency);
  const result = unit && shifted(stripeAmount, minorUnitExponent(currency) - unit.exponent);
  if (result === undefined) throw new RangeError('This Stripe amount is no whole number of ISO 4217 minor units');
  return result;
}
