import type { Belongings } from './belongings.js';
import type { KeyedRequest } from './request.js';
import type { Wish } from '../plan/wishes.js';
import type { KeyName } from '../../test/support/environment.js';
import { randomUUID } from 'node:crypto';

type Sent = Pick<KeyedRequest, 'path' | 'body'>;

/** The request that a wish leads to; undefined when its client has nothing that it could be about. */
export function requestOf(wish: Wish, as: KeyName, own: Belongings): KeyedRequest | undefined {
  if (wish.wants === 'again') return own.earlier(wish.which);
  const sent = sentFor(wish, own);
  return sent && { as, key: randomUUID(), ...sent };
}

function sentFor({ wants, sku, quantity, paymentMethod, which }: Wish, own: Belongings): Sent | undefined {
  if (wants === 'place' || wants === 'draft') {
    const body = { customerId: `customer-${Math.floor(which * 50)}`, items: [{ sku, quantity }], paymentMethod };
    return { path: '/api/orders', body: wants === 'draft' ? { ...body, confirm: false } : body };
  }
  if (wants === 'confirm' || wants === 'pay') {
    const draft = own.takeDraft(which);
    if (!draft) return undefined;
    own.adopt(draft);
    const { id: orderId, total: amount } = draft;
    return wants === 'pay'
      ? { path: '/api/payments', body: { orderId, paymentMethod, amount } }
      : { path: `/api/orders/${orderId}/confirm`, body: { amount } };
  }
  const order = own.order(which);
  if (!order) return undefined;
  if (wants === 'cancel') return { path: `/api/orders/${order.id}/cancel`, body: { reason: 'Ordered twice.' } };
  if (wants !== 'refund' || order.paymentId === undefined) return undefined;
  // Now and then all of it, or more than is left.
  const amount = Math.max(1, Math.ceil((order.total * quantity) / 3));
  return { path: `/api/payments/${order.paymentId}/refunds`, body: { amount } };
}

/** The same request by its key, and another one by what it says. */
export const withAnotherBody = (request: KeyedRequest): KeyedRequest => {
  const { body } = request;
  const amount = typeof body['amount'] === 'number' ? { amount: body['amount'] + 1 } : {};
  const words = 'reason' in body || 'amount' in body ? { reason: 'Something else.' } : { note: 'Something else.' };
  const changed =
    request.path.endsWith('/confirm') || request.path === '/api/payments' ? amount : { ...amount, ...words };
  return { ...request, body: { ...body, ...changed } };
};
