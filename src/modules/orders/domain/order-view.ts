import type { Order } from './order.entity.js';
import type { OrderView } from '../contract/index.js';

/** The order as it is shown and as it is remembered in stored answers. */
export const orderView = (order: Order): OrderView => ({
  id: order.id,
  status: order.status,
  customerId: order.customerId,
  currency: order.currency,
  total: order.total,
  items: order.lines.map(({ sku, quantity, unitPrice, lineTotal }) => ({ sku, quantity, unitPrice, lineTotal })),
  paymentId: order.paymentId ?? undefined,
  sagaId: order.sagaId ?? undefined,
  note: order.note ?? undefined,
  createdAt: order.createdAt.toISOString(),
  updatedAt: order.updatedAt.toISOString(),
  version: order.version,
  failure: order.failure ?? undefined,
});
