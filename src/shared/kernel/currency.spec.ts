import { currencyCodes, isCurrency, minorUnitExponent } from './currency.js';

describe('ISO 4217 currencies', () => {
  it.each([
    ['JPY', 0],
    ['KRW', 0],
    ['ISK', 0],
    ['UGX', 0],
    ['USD', 2],
    ['MGA', 2],
    ['KWD', 3],
    ['BHD', 3],
    ['IQD', 3],
  ])('gives %s a minor unit of %i digits', (code, exponent) => {
    expect(minorUnitExponent(code)).toBe(exponent);
  });

  it('lists each code once, three capital letters each', () => {
    expect(new Set(currencyCodes).size).toBe(currencyCodes.length);
    for (const code of currencyCodes) expect(code).toMatch(/^[A-Z]{3}$/);
    expect(currencyCodes.every(isCurrency)).toBe(true);
  });

  it.each(['usd', 'EURO', '', 'XXX', 'XAU', 'CLF', 'constructor', '__proto__', ' USD'])(
    'knows no currency %j',
    (code) => {
      expect(isCurrency(code)).toBe(false);
      expect(() => minorUnitExponent(code)).toThrow(RangeError);
    },
  );
});
