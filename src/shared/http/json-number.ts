/** A double keeps every decimal number of up to 15 significant digits (IEEE 754 binary64, DBL_DIG). */
const DIGITS_A_DOUBLE_KEEPS = 15;

/**
 * The value of a plain decimal literal (`-?digits[.digits]`), or undefined when a double cannot hold it: an integer
 * part beyond ±(2^53−1), or a fraction whose digits would change. Minus zero is zero.
 */
export function exactNumber(literal: string): number | undefined {
  const value = Number(literal);
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return undefined;
  if (literal.length > DIGITS_A_DOUBLE_KEEPS && significance(literal) !== significance(String(value))) return undefined;
  return value === 0 ? 0 : value;
}

/** Digits and scale of a decimal number, the same for every way to write it: `1.50` and `1.5`, `0.0000001` and `1e-7`. */
function significance(decimal: string): string {
  const [mantissa = '', exponent = '0'] = decimal.replace('-', '').split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.slice(0, lastNonZero(digits) + 1);
  const scale = Number(exponent) - fraction.length + (digits.length - significant.length);
  return significant === '' ? '0' : `${significant}e${scale}`;
}

/** A loop instead of `/0+$/`, which takes quadratic time on a long run of zeros that is no suffix. */
function lastNonZero(digits: string): number {
  let last = digits.length - 1;
  while (last >= 0 && digits.charCodeAt(last) === 0x30) last--;
  return last;
}
