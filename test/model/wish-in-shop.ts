import type { Shop, ShopOrder } from './shop.js';
import type { Wish } from './wish.js';

const FITS: Readonly<Record<'confirm' | 'pay' | 'cancel' | 'refund', (order: ShopOrder) => boolean>> = {
  confirm: ({ status }) => status === 'draft',
  pay: ({ status }) => status === 'draft',
  cancel: ({ status }) => status !== 'cancelled',
  refund: ({ captured, refunded }) => captured > refunded,
};

/**
 * A drawn wish, about an order that there is: any number leads to one, three times as often to one of which the wish can
 * come true. Undefined while there is none.
 */
export function wishIn({ orders }: Readonly<Shop>, wish: Wish): Wish | undefined {
  if (!('order' in wish)) return wish;
  const possible = wish.is === 'refund' ? orders.filter(({ hasPayment }) => hasPayment) : orders;
  const fitting = possible.filter(FITS[wish.is]);
  const drawn = [...fitting, ...fitting, ...possible];
  const order = drawn[wish.order % drawn.length];
  return order && { ...wish, order: orders.indexOf(order) + 1 };
}
