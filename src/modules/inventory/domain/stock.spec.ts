import { Stock } from './stock.entity.js';

describe('stock', () => {
  const tea = (): Stock => Stock.create('TEA', { name: 'Tea', unitPrice: 890, currency: 'EUR', onHand: 10 });

  it('begins with nothing reserved', () => {
    expect(tea().view()).toEqual({
      sku: 'TEA',
      name: 'Tea',
      unitPrice: 890,
      currency: 'EUR',
      onHand: 10,
      reserved: 0,
      available: 10,
      version: 1,
    });
  });

  it('is available as far as it is not reserved', () => {
    expect(Object.assign(tea(), { reserved: 3 }).view()).toMatchObject({ onHand: 10, reserved: 3, available: 7 });
    expect(Object.assign(tea(), { reserved: 10 }).view().available).toBe(0);
  });
});
