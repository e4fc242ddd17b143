import { currencyCodes } from '#shared/kernel/currency.js';
import { isCurrency } from '../../src/sandbox/payments/currency.js';

describe('the sandbox', () => {
  it('takes money of every currency that a price can be set in, whatever the ICU of its Node knows', () => {
    expect(currencyCodes.filter((code) => !isCurrency(code.toLowerCase()))).toEqual([]);
  });
});
