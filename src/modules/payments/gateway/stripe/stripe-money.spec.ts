import fc from 'fast-check';
import { currencyCodes } from '#shared/kernel/currency.js';
import { fromStripeAmount, isRepresentable, toStripeAmount } from './stripe-money.js';

describe('money on its way to Stripe', () => {
  it.each([
    ['JPY 80', 80, 'JPY', 80],
    ['KRW 1000', 1000, 'KRW', 1000],
    ['USD 8.20', 820, 'USD', 820],
    ['KWD 18.600', 18_600, 'KWD', 18_600],
    ['BHD 35.200', 35_200, 'BHD', 35_200],
    ['ISK 5', 5, 'ISK', 500],
    ['UGX 5', 5, 'UGX', 500],
    ['MGA 10.00', 1000, 'MGA', 10],
    ['HUF 10.45', 1045, 'HUF', 1045],
    ['TWD 800.45', 80_045, 'TWD', 80_045],
    ['nothing', 0, 'EUR', 0],
  ])('maps %s there and back', (_name, minorUnits, currency, stripeAmount) => {
    expect(isRepresentable(minorUnits, currency)).toBe(true);
    expect(toStripeAmount(minorUnits, currency)).toBe(stripeAmount);
    expect(fromStripeAmount(stripeAmount, currency)).toBe(minorUnits);
  });

  it.each([
    ['a third digit that is not 0', 18_605, 'KWD'],
    ['hundredths of an ariary', 1050, 'MGA'],
    ['a fraction', 10.5, 'USD'],
    ['a negative amount', -1, 'USD'],
    ['not a number', Number.NaN, 'USD'],
    ['more than JSON carries exactly', Number.MAX_SAFE_INTEGER + 1, 'USD'],
    ['more than JSON carries exactly once in Stripe units', Number.MAX_SAFE_INTEGER, 'ISK'],
    ['a currency nobody knows', 100, 'ZZZ'],
    ['a currency in lower case', 100, 'usd'],
    ['thousandths that Stripe does not document', 1000, 'IQD'],
  ])('refuses %s', (_name, amount, currency) => {
    expect(isRepresentable(amount, currency)).toBe(false);
    expect(() => toStripeAmount(amount, currency)).toThrow(RangeError);
  });

  it.each([
    ['half a krona', 550, 'ISK'],
    ['an unknown currency', 100, 'ZZZ'],
    ['a fraction', 1.5, 'USD'],
  ])('does not read %s as an amount of ours', (_name, stripeAmount, currency) => {
    expect(() => fromStripeAmount(stripeAmount, currency)).toThrow(RangeError);
  });

  it('gives back exactly the amount that went out, for every currency and amount that can go out', () => {
    const amounts = fc.oneof(
      fc.nat(),
      fc.maxSafeNat(),
      // Round amounts, so that currencies with a step are met often.
      fc.nat().map((amount) => amount * 100),
    );
    fc.assert(
      fc.property(fc.constantFrom(...currencyCodes), amounts, (currency, amount) => {
        if (!isRepresentable(amount, currency)) {
          expect(() => toStripeAmount(amount, currency)).toThrow(RangeError);
          return;
        }
        const sent = toStripeAmount(amount, currency);
        expect(Number.isSafeInteger(sent)).toBe(true);
        expect(fromStripeAmount(sent, currency)).toBe(amount);
      }),
      { numRuns: 3000 },
    );
  });

  it('can charge a round price in every currency but those with undocumented thousandths', () => {
    expect(currencyCodes.filter((code) => !isRepresentable(1000, code))).toEqual(['IQD', 'LYD']);
  });

  it('keeps every cent of a price from 0.01 to 999.99 bought up to nine times', () => {
    const changed: string[] = [];
    for (let price = 1; price <= 99_999; price += 1) {
      for (let quantity = 1; quantity <= 9; quantity += 1) {
        const back = fromStripeAmount(toStripeAmount(price * quantity, 'EUR'), 'EUR');
        if (back !== price * quantity) changed.push(`${price} × ${quantity}`);
      }
    }
    expect(changed).toEqual([]);
  });
});
