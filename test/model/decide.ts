import { METHODS } from './payment-methods.js';
import type { Outcome, Shop, ShopOrder } from './shop.js';
import type { Wish } from './wish.js';

type Of<Kind extends Wish['is']> = Extract<Wish, { is: Kind }>;

const refused = (code: string): Outcome => ({ status: 409, code, makes: false });

/** What becomes of a wish that nobody has wished under its key before: moves the shop on, and says the answer. */
export function decide(shop: Shop, wish: Wish): Outcome {
  switch (wish.is) {
    case 'place':
      return place(shop, wish);
    case 'confirm':
    case 'pay':
      return sendOff(shop, wish);
    case 'cancel':
      return cancel(shop, shop.order(wish.order)!);
    case 'refund':
      return refund(shop.order(wish.order)!, wish);
    default:
      return count(shop, wish);
  }
}

function place(shop: Shop, { as, sku, quantity, method, confirm, misquoted }: Of<'place'>): Outcome {
  if (misquoted) return refused('amount_mismatch');
  const total = shop.shelves[sku].price * quantity;
  const money = { hasPayment: false, captured: 0, refunded: 0 };
  const order: ShopOrder = { owner: as, sku, quantity, total, method, status: 'draft', ...money };
  shop.orders.push(order);
  if (!confirm) return { status: 201, shows: { status: 'draft', total }, makes: true, order };
  return sell(shop, order, { status: 201, shows: { status: 'confirmed', total } });
}

function sendOff(shop: Shop, wish: Of<'confirm'> | Of<'pay'>): Outcome {
  const order = shop.order(wish.order)!;
  if (order.status !== 'draft') return refused('order_not_draft');
  if (wish.misquoted) return refused('amount_mismatch');
  const { total } = order;
  if (wish.is === 'confirm') return sell(shop, order, { status: 200, shows: { status: 'confirmed', total } });
  order.method = wish.method;
  const payment = total > 0 ? { amount: total, captured: total, refunded: 0 } : { status: 'confirmed' };
  return sell(shop, order, { status: 201, shows: payment });
}

/** Money first, then stock; without stock the money goes back. */
function sell(shop: Shop, order: ShopOrder, told: Pick<Outcome, 'status' | 'shows'>): Outcome {
  const shelf = shop.shelves[order.sku];
  order.hasPayment = order.total > 0;
  if (order.hasPayment && !METHODS[order.method].pays) return undone(order, 402, 'payment_declined');
  order.captured = order.total;
  if (shelf.onHand < order.quantity) return undone(order, 409, 'out_of_stock');
  shelf.onHand -= order.quantity;
  order.status = 'confirmed';
  return { ...told, makes: true, order };
}

function undone(order: ShopOrder, status: number, failure: string): Outcome {
  Object.assign(order, { status: 'cancelled', failure, refunded: order.captured });
  return { status, code: failure, makes: true, order };
}

/** Whatever an order was, nothing of it remains. */
export function undo(shop: Shop, order: ShopOrder): void {
  if (order.status === 'confirmed') shop.shelves[order.sku].onHand += order.quantity;
  undone(order, 200, 'order_cancelled');
}

function cancel(shop: Shop, order: ShopOrder): Outcome {
  if (order.status === 'cancelled') return refused('not_cancellable');
  undo(shop, order);
  return { status: 200, shows: { status: 'cancelled' }, makes: true, order };
}

/** Less than anything costs. */
export const PART = 40;

function refund(order: ShopOrder, { share }: Of<'refund'>): Outcome {
  if (order.captured === 0) return refused('not_captured');
  const left = order.captured - order.refunded;
  const amount = share === 'a part' ? PART : share === 'the rest' ? left : Infinity;
  if (left === 0 || amount > left) return refused('refund_exceeds_capture');
  order.refunded += amount;
  return { status: 201, shows: { amount, status: 'succeeded' }, makes: true };
}

function count(shop: Shop, { sku, delta }: Of<'count'>): Outcome {
  const shelf = shop.shelves[sku];
  if (shelf.onHand + delta < 0) return refused('negative_stock');
  shelf.onHand += delta;
  shelf.version += 1;
  return { status: 201, shows: { onHand: shelf.onHand, version: shelf.version }, makes: true };
}
