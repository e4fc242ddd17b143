import { Reservation } from './reservation.entity.js';

describe('a reservation', () => {
  it('holds one SKU for one order', () => {
    expect(Reservation.hold('order-1', { sku: 'TEA', quantity: 2 })).toMatchObject({
      orderId: 'order-1',
      sku: 'TEA',
      quantity: 2,
      status: 'active',
      version: 1,
    });
  });

  it('says when it became what it is', () => {
    const held = Reservation.hold('order-1', { sku: 'TEA', quantity: 2 });
    const since = held.updatedAt.getTime();
    held.become('released');
    expect(held.status).toBe('released');
    expect(held.updatedAt.getTime()).toBeGreaterThanOrEqual(since);
  });
});
