import { PART } from './decide.js';
import { METHODS } from './payment-methods.js';
import type { Shop } from './shop.js';
import type { Sku, Tenant, Wish } from './wish.js';

/** A wish as it is sent, now and whenever it is sent again. */
export interface Wanted {
  readonly as: Tenant | 'operator';
  readonly operation: string;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Two requests are the same one to the service when their meaning is; both forms to confirm an order mean the same. */
  readonly meaning: string;
}

/** @param named the name of a SKU in this run */
export function wantedBy(shop: Shop, wish: Wish, named: (sku: Sku) => string): Wanted {
  switch (wish.is) {
    case 'place': {
      const { as, sku, quantity, method, confirm, misquoted } = wish;
      const expectedTotal = misquoted ? { expectedTotal: shop.shelves[sku].price * quantity + 1 } : {};
      const items = [{ sku: named(sku), quantity }];
      const order = { customerId: 'customer-1', items, paymentMethod: METHODS[method].id, confirm, ...expectedTotal };
      return meaningItsBody({ as, operation: 'orders.place', path: '/api/orders', body: order });
    }
    case 'count': {
      const body = { delta: wish.delta, reason: 'counted' };
      const path = `/api/inventory/${named(wish.sku)}/adjustments`;
      return meaningItsBody({ as: 'operator', operation: 'inventory.adjust', path, body });
    }
    default:
      return aboutAnOrder(shop, wish);
  }
}

const meaningItsBody = (wanted: Omit<Wanted, 'meaning'>): Wanted => ({
  ...wanted,
  meaning: `${wanted.path} ${JSON.stringify(wanted.body)}`,
});

function aboutAnOrder(shop: Shop, wish: Exclude<Wish, { is: 'place' | 'count' }>): Wanted {
  const { id: orderId, paymentId, owner: as, total } = shop.order(wish.order)!;
  const amount = 'misquoted' in wish && wish.misquoted ? total + 1 : total;
  switch (wish.is) {
    case 'confirm': {
      const meaning = `${orderId} ${amount}`;
      return wish.by === 'path'
        ? { as, operation: 'orders.confirm', path: `/api/orders/${orderId}/confirm`, body: { amount }, meaning }
        : { as, operation: 'orders.confirm', path: '/api/orders/confirm', body: { orderId, amount }, meaning };
    }
    case 'pay': {
      const body = { orderId, paymentMethod: METHODS[wish.method].id, amount };
      return meaningItsBody({ as, operation: 'payments.create', path: '/api/payments', body });
    }
    case 'cancel':
      return meaningItsBody({ as, operation: 'orders.cancel', path: `/api/orders/${orderId}/cancel`, body: {} });
    default: {
      const body = { 'a part': { amount: PART }, 'the rest': {}, 'too much': { amount: total + 1 } }[wish.share];
      return meaningItsBody({ as, operation: 'payments.refund', path: `/api/payments/${paymentId}/refunds`, body });
    }
  }
}
