import { OrderCancelled, OrderCancelRequested, OrderConfirmed, OrderPlaced } from '#modules/orders/contract/index.js';
import { StockRejected, StockReleased, StockReserved } from '#modules/inventory/contract/index.js';
import {
  PaymentCaptured,
  PaymentDeclined,
  PaymentInDoubt,
  PaymentNeedsAttention,
  PaymentRefunded,
  PaymentStuck,
  RefundStuck,
} from '#modules/payments/contract/index.js';
import { Wish } from './saga-specification.js';

const tenantId = 'alice';
const orderId = 'order-1';
const paymentId = 'payment-1';

const order = {
  tenantId,
  orderId,
  sagaId: 'saga-1',
  paymentId,
  total: 1780,
  currency: 'EUR',
  paymentMethod: 'pm_card_visa',
  lines: [{ sku: 'TEA', quantity: 2 }],
};

/** The start of the order saga, and everything that may happen to it, by the names the business uses. */
export const placed = new OrderPlaced(order);

export const placedForNothing = new OrderPlaced({ ...order, total: 0, paymentId: null });

export const noMoney = { code: 'payment_declined', detail: 'The bank said no.' };
export const noStock = { code: 'out_of_stock', detail: 'Not enough TEA.' };
export const cancelled = { code: 'order_cancelled', detail: 'The customer changed his mind.' };
export const tooLate = { code: 'order_expired', detail: 'It took too long.' };

export const nobodyKnows = { code: 'payment_in_doubt', detail: 'Nobody could find out yet.' };

export const captured = new PaymentCaptured(tenantId, orderId, paymentId);
export const declined = new PaymentDeclined(tenantId, orderId, paymentId, noMoney);
export const inDoubt = new PaymentInDoubt(tenantId, orderId, paymentId);
export const refunded = new PaymentRefunded(tenantId, orderId, paymentId);
export const stuck = new PaymentStuck(tenantId, orderId, nobodyKnows);
export const refundStuck = new RefundStuck(tenantId, orderId, nobodyKnows, 'refund-1');
export const needsAttention = new PaymentNeedsAttention(tenantId, orderId, nobodyKnows);
export const reserved = new StockReserved(tenantId, orderId);
export const outOfStock = new StockRejected(tenantId, orderId, noStock);
export const released = new StockReleased(tenantId, orderId);
export const confirmed = new OrderConfirmed(tenantId, orderId);
export const orderCancelled = new OrderCancelled(tenantId, orderId, noMoney);
export const cancelRequested = new Wish(cancelled);
export const deadlinePassed = new Wish(tooLate);

/** The start of the saga that undoes it after it was confirmed. */
export const cancelAsked = new OrderCancelRequested(tenantId, orderId, 'saga-2', paymentId, cancelled);
export const cancelAskedForNothing = new OrderCancelRequested(tenantId, orderId, 'saga-2', null, cancelled);
