import { minorUnits, minorUnitsColumn, multiplied, summed } from './money.js';
import fc from 'fast-check';

const LARGEST = Number.MAX_SAFE_INTEGER;
const amounts = fc.integer({ min: 0, max: LARGEST });

describe('an amount of money', () => {
  it.each([0, 1, 890, LARGEST])('is a whole number of minor units: %d', (amount) => {
    expect(minorUnits(amount)).toBe(amount);
  });

  it.each([-1, 0.1, 8.2, Number.NaN, Infinity, -Infinity, LARGEST + 1])('is never %d', (amount) => {
    expect(() => minorUnits(amount)).toThrow(RangeError);
  });
});

describe('B131 Sub-cent totals', () => {
  it('price times quantity is exact or it is nothing', () => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 1_000_000 }), (price, quantity) => {
        const exact = BigInt(price) * BigInt(quantity);
        expect(multiplied(price, quantity)).toBe(exact <= BigInt(LARGEST) ? Number(exact) : undefined);
      }),
    );
  });

  it('a fraction of a minor unit is no price', () => {
    expect(() => multiplied(98.9009, 1)).toThrow(RangeError);
    expect(() => summed([98.9009, 1])).toThrow(RangeError);
  });
});

describe('a sum', () => {
  it('is exact or it is nothing', () => {
    fc.assert(
      fc.property(fc.array(amounts, { maxLength: 5 }), (all) => {
        const exact = all.reduce((sum, amount) => sum + BigInt(amount), 0n);
        expect(summed(all)).toBe(exact <= BigInt(LARGEST) ? Number(exact) : undefined);
      }),
    );
  });

  it('of nothing is zero', () => {
    expect(summed([])).toBe(0);
  });

  it('is nothing one unit beyond what JSON carries exactly', () => {
    expect(summed([LARGEST])).toBe(LARGEST);
    expect(summed([LARGEST, 1])).toBeUndefined();
  });
});

describe('B133 Numbers come back as text', () => {
  it('what the driver gives as text is a number', () => {
    expect(minorUnitsColumn.from('16972')! + minorUnitsColumn.from('437')!).toBe(17_409);
    expect(minorUnitsColumn.from(String(LARGEST))).toBe(LARGEST);
  });

  it('what does not fit exactly is refused, not rounded', () => {
    expect(() => minorUnitsColumn.from('9007199254740992')).toThrow(RangeError);
    expect(() => minorUnitsColumn.from('9007199254740993')).toThrow(RangeError);
  });

  it('nothing stays nothing', () => {
    expect(minorUnitsColumn.from(null)).toBeNull();
    expect(minorUnitsColumn.to(undefined)).toBeUndefined();
  });
});
