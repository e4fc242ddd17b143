import { minorUnitExponent } from './currency.js';

/** An amount as a person writes it (`17.80 EUR`, `1780 JPY`), from integer minor units and an ISO 4217 code. */
export function spelledMoney(amount: number, currency: string): string {
  const exponent = minorUnitExponent(currency);
  const digits = String(amount).padStart(exponent + 1, '0');
  const whole = digits.slice(0, digits.length - exponent);
  return `${whole}${exponent > 0 ? `.${digits.slice(-exponent)}` : ''} ${currency}`;
}
