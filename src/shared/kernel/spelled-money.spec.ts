import { spelledMoney } from './spelled-money.js';

it.each([
  [1780, 'EUR', '17.80 EUR'],
  [5, 'EUR', '0.05 EUR'],
  [0, 'USD', '0.00 USD'],
  [1780, 'JPY', '1780 JPY'],
  [1780, 'KWD', '1.780 KWD'],
  [Number.MAX_SAFE_INTEGER, 'EUR', '90071992547409.91 EUR'],
])('%d minor units of %s are spelled %s', (amount, currency, spelled) => {
  expect(spelledMoney(amount, currency)).toBe(spelled);
});
