import { OrderPlaced } from '../contract/index.js';
import { priceLines } from './order-lines.js';
import { orderView } from './order-view.js';
import { Order } from './order.entity.js';

const noMoney = { code: 'payment_declined', detail: 'The bank said no.' };

const draft = (unitPrice = 890): Order => {
  const prices = [{ sku: 'TEA', unitPrice, currency: 'EUR' }];
  const { lines, currency, total } = priceLines('order-1', [{ sku: 'TEA', quantity: 2 }], prices);
  return Order.draft({
    id: 'order-1',
    tenantId: 'alice',
    customerId: 'customer-1',
    currency,
    total,
    paymentMethod: null,
    note: null,
    operationKey: null,
    lines,
  });
};

const placed = (): Order => {
  const order = draft();
  order.place('pm_card_visa');
  return order;
};

const confirmed = (): Order => {
  const order = placed();
  order.confirm();
  return order;
};

const cancelled = (): Order => {
  const order = placed();
  order.cancel(noMoney);
  return order;
};

describe('a draft', () => {
  it('has its price and neither payment nor saga', () => {
    expect(draft()).toMatchObject({ status: 'draft', total: 1780, version: 1 });
    const { paymentId, sagaId, failure } = orderView(draft());
    expect({ paymentId, sagaId, failure }).toEqual({ paymentId: undefined, sagaId: undefined, failure: undefined });
  });

  it('sets out when it is placed, and says everything that its saga will ever need', () => {
    const order = draft();
    const event = order.place('pm_card_visa');
    expect(order).toMatchObject({ status: 'pending', paymentMethod: 'pm_card_visa' });
    expect(event).toEqual(
      new OrderPlaced({
        tenantId: 'alice',
        orderId: 'order-1',
        sagaId: order.sagaId!,
        paymentId: order.paymentId!,
        total: 1780,
        currency: 'EUR',
        paymentMethod: 'pm_card_visa',
        lines: [{ sku: 'TEA', quantity: 2 }],
      }),
    );
    expect(order.sagaId).not.toBe(order.paymentId);
  });

  it('cannot be confirmed without having been placed', () => {
    const order = draft();
    expect(order.confirm()).toBe(false);
    expect(order.status).toBe('draft');
  });

  it('can be cancelled', () => {
    const order = draft();
    expect(order.cancel(noMoney)).toBe(true);
    expect(order).toMatchObject({ status: 'cancelled', failure: noMoney });
  });
});

describe('an order that costs nothing', () => {
  it('has no payment', () => {
    const order = draft(0);
    expect(order.place('pm_card_visa').total).toBe(0);
    expect(order.paymentId).toBeNull();
  });
});

describe('an order under way', () => {
  it('is confirmed once', () => {
    const order = placed();
    expect([order.confirm(), order.confirm()]).toEqual([true, false]);
    expect(order).toMatchObject({ status: 'confirmed', failure: null });
  });

  it('is cancelled once, and the first reason stays', () => {
    const order = placed();
    expect(order.cancel(noMoney)).toBe(true);
    expect(order.cancel({ code: 'other', detail: 'Later.' })).toBe(false);
    expect(order).toMatchObject({ status: 'cancelled', failure: noMoney });
  });
});

describe('an end', () => {
  it.each([
    ['a confirmed order is not cancelled', confirmed, (order: Order) => order.cancel(noMoney), 'confirmed'],
    ['a cancelled order is not confirmed', cancelled, (order: Order) => order.confirm(), 'cancelled'],
  ])('is an end: %s', (_, make, attempt, status) => {
    const order = make();
    expect(attempt(order)).toBe(false);
    expect(order.status).toBe(status);
  });

  it.each([
    ['pending', placed],
    ['confirmed', confirmed],
    ['cancelled', cancelled],
  ])('and a start is a start: an order that is %s cannot be placed', (status, make) => {
    const order = make();
    expect(() => order.place('pm_card_visa')).toThrow(`The order is ${status}; only a draft can be confirmed.`);
    expect(order.status).toBe(status);
  });
});
