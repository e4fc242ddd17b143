import { priceLines } from './order-lines.js';
import type { DomainError } from '#shared/kernel/domain-error.js';
import fc from 'fast-check';

const TEA = { sku: 'TEA', unitPrice: 890, currency: 'EUR' };
const CUP = { sku: 'CUP', unitPrice: 1200, currency: 'EUR' };
const SAKE = { sku: 'SAKE', unitPrice: 3000, currency: 'JPY' };

const refusalOf = (priced: () => unknown): DomainError => {
  try {
    priced();
  } catch (error) {
    return error as DomainError;
  }
  throw new Error('was not refused');
};

describe('the lines of an order', () => {
  it('carry today’s prices, in the order in which they were asked for', () => {
    const items = [
      { sku: 'CUP', quantity: 1 },
      { sku: 'TEA', quantity: 3 },
    ];
    const { lines, total, currency } = priceLines('order-1', items, [TEA, CUP]);
    expect(lines).toMatchObject([
      { orderId: 'order-1', position: 0, sku: 'CUP', quantity: 1, unitPrice: 1200, lineTotal: 1200 },
      { orderId: 'order-1', position: 1, sku: 'TEA', quantity: 3, unitPrice: 890, lineTotal: 2670 },
    ]);
    expect({ total, currency }).toEqual({ total: 3870, currency: 'EUR' });
  });

  it('are one per SKU: what is asked for twice is summed', () => {
    const items = [
      { sku: 'TEA', quantity: 2 },
      { sku: 'CUP', quantity: 1 },
      { sku: 'TEA', quantity: 5 },
    ];
    const { lines, total } = priceLines('order-1', items, [TEA, CUP]);
    expect(lines).toMatchObject([
      { sku: 'TEA', position: 0, quantity: 7, lineTotal: 6230 },
      { sku: 'CUP', position: 1, quantity: 1, lineTotal: 1200 },
    ]);
    expect(total).toBe(7430);
  });

  it('may cost nothing', () => {
    const free = { sku: 'SAMPLE', unitPrice: 0, currency: 'EUR' };
    expect(priceLines('order-1', [{ sku: 'SAMPLE', quantity: 9 }], [free]).total).toBe(0);
  });
});

describe('an order of something that is not in the catalogue', () => {
  it('is told which items, each with its place in the request', () => {
    const items = [
      { sku: 'GHOST', quantity: 1 },
      { sku: 'TEA', quantity: 1 },
      { sku: 'WRAITH', quantity: 1 },
    ];
    expect(refusalOf(() => priceLines('order-1', items, [TEA]))).toMatchObject({
      kind: 'invalid',
      code: 'unknown_sku',
      extra: {
        errors: [
          { pointer: '/items/0/sku', detail: 'GHOST is not in the catalogue' },
          { pointer: '/items/2/sku', detail: 'WRAITH is not in the catalogue' },
        ],
      },
    });
  });
});

describe('an order in more than one currency', () => {
  it('is refused at the currency it asked for and the first item that differs from it', () => {
    const items = [
      { sku: 'TEA', quantity: 1 },
      { sku: 'SAKE', quantity: 1 },
    ];
    expect(refusalOf(() => priceLines('order-1', items, [TEA, SAKE], 'EUR'))).toMatchObject({
      code: 'currency_mismatch',
      extra: { errors: [{ pointer: '/currency' }, { pointer: '/items/1/sku' }] },
    });
    expect(refusalOf(() => priceLines('order-1', items, [TEA, SAKE], 'JPY'))).toMatchObject({
      extra: { errors: [{ pointer: '/currency' }, { pointer: '/items/0/sku' }] },
    });
  });

  it('is measured by its first item when it asked for none, however the prices were found', () => {
    const items = [
      { sku: 'TEA', quantity: 1 },
      { sku: 'SAKE', quantity: 1 },
    ];
    for (const prices of [
      [TEA, SAKE],
      [SAKE, TEA],
    ])
      expect(refusalOf(() => priceLines('order-1', items, prices))).toMatchObject({
        code: 'currency_mismatch',
        detail: 'SAKE is sold in JPY, not in EUR. Order one currency at a time.',
        extra: { errors: [{ pointer: '/items/1/sku' }] },
      });
  });
});

describe('an order that costs more than JSON carries exactly', () => {
  const dear = { sku: 'MOON', unitPrice: Number.MAX_SAFE_INTEGER, currency: 'EUR' };
  const refusal = { code: 'validation_failed', extra: { errors: [{ pointer: '/items' }] } };

  it('is refused for one line', () => {
    expect(refusalOf(() => priceLines('o', [{ sku: 'MOON', quantity: 2 }], [dear]))).toMatchObject(refusal);
  });

  it('is refused for the sum of its lines', () => {
    const items = [
      { sku: 'MOON', quantity: 1 },
      { sku: 'TEA', quantity: 1 },
    ];
    expect(refusalOf(() => priceLines('o', items, [dear, TEA]))).toMatchObject(refusal);
  });

  it('is refused for the sum of its quantities', () => {
    const items = Array.from({ length: 2 }, () => ({ sku: 'TEA', quantity: Number.MAX_SAFE_INTEGER }));
    expect(refusalOf(() => priceLines('o', items, [{ ...TEA, unitPrice: 0 }]))).toMatchObject(refusal);
  });

  it('is accepted up to the last unit', () => {
    expect(priceLines('o', [{ sku: 'MOON', quantity: 1 }], [dear]).total).toBe(Number.MAX_SAFE_INTEGER);
  });
});

describe('B130 Cent lost in floating point', () => {
  const prices = fc.integer({ min: 1, max: 99_999 });
  const quantities = fc.integer({ min: 1, max: 9 });

  it('the total is the exact sum of the lines, and each line its price times its quantity', () => {
    const anyOrder = fc.array(fc.record({ sku: fc.constantFrom('A', 'B', 'C', 'D'), quantity: quantities }), {
      minLength: 1,
      maxLength: 20,
    });
    const anyPrices = fc.tuple(prices, prices, prices, prices);
    fc.assert(
      fc.property(anyOrder, anyPrices, (items, unitPrices) => {
        const known = ['A', 'B', 'C', 'D'].map((sku, n) => ({ sku, unitPrice: unitPrices[n]!, currency: 'EUR' }));
        const { lines, total } = priceLines('o', items, known);
        const exact = items.reduce(
          (sum, { sku, quantity }) =>
            sum + BigInt(quantity) * BigInt(known.find((price) => price.sku === sku)!.unitPrice),
          0n,
        );
        expect(BigInt(total)).toBe(exact);
        expect(lines.reduce((sum, line) => sum + line.lineTotal, 0)).toBe(total);
        expect(lines.every((line) => line.lineTotal === line.unitPrice * line.quantity)).toBe(true);
        expect(new Set(lines.map((line) => line.sku)).size).toBe(lines.length);
        expect(lines.map((line) => line.position)).toEqual(lines.map((_, index) => index));
      }),
    );
  });

  it.each([
    [820, 1],
    [58_242, 1],
    [59_980, 1],
    [999, 3],
  ])('%i minor units times %i come out as they went in', (unitPrice, quantity) => {
    const { total } = priceLines('o', [{ sku: 'TEA', quantity }], [{ ...TEA, unitPrice }]);
    expect(total).toBe(unitPrice * quantity);
    expect(Number.isSafeInteger(total)).toBe(true);
  });
});
