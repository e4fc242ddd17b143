import { moneyOf } from '../../src/console/page/words/money.js';

describe('an amount of minor units', () => {
  it.each([
    [1780, 'EUR', '€17.80'],
    [2400, 'JPY', '¥2,400'],
    [5, 'USD', '$0.05'],
  ])('%d %s is written with the decimals of its currency', (amount, currency, written) => {
    expect(moneyOf(amount, currency)).toBe(written);
  });

  it('has three decimals where the currency has', () => {
    expect(moneyOf(1234, 'KWD')).toMatch(/1[.]234/);
  });
});
