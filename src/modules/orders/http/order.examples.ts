import type { OrderView } from '../contract/index.js';

/** What the documented order becomes at the demo stock's prices. */
export const confirmedOrder: OrderView = {
  id: '019a7c1e-58f0-7c3a-9a55-0d5f3f6c1b2e',
  status: 'confirmed',
  customerId: 'customer-1',
  currency: 'EUR',
  total: 1780,
  items: [{ sku: 'TEA-GREEN', quantity: 2, unitPrice: 890, lineTotal: 1780 }],
  paymentId: '019a7c1e-58f4-7b11-8c0e-3a1d2f4b5c6d',
  sagaId: '019a7c1e-58f3-7d42-b1a7-6e5d4c3b2a19',
  createdAt: '2026-03-14T09:26:53.589Z',
  updatedAt: '2026-03-14T09:26:53.712Z',
  version: 2,
};

const { paymentId: _noPayment, sagaId: _noSaga, ...unpaid } = confirmedOrder;

export const draftOrder: OrderView = { ...unpaid, status: 'draft', updatedAt: unpaid.createdAt, version: 1 };

export const cancelledOrder: OrderView = {
  ...confirmedOrder,
  status: 'cancelled',
  failure: { code: 'out_of_stock', detail: 'There is not enough of TEA-GREEN. The payment was returned.' },
};

const order = {
  customerId: 'customer-1',
  items: [{ sku: 'TEA-GREEN', quantity: 2 }],
  paymentMethod: 'pm_card_visa',
};

/** Requests to try, in the order in which they teach something; all of them work against the demo stock. */
export const orderRequests = {
  order: { summary: 'An order that is paid and delivered', value: order },
  checked: {
    summary: 'An order that must cost what the customer was shown',
    value: { ...order, currency: 'EUR', expectedTotal: 1780, note: 'Leave it with the neighbour.' },
  },
  draft: { summary: 'A draft, to be confirmed later', value: { ...order, confirm: false } },
  declined: { summary: 'A card that is declined', value: { ...order, paymentMethod: 'pm_card_chargeDeclined' } },
  soldOut: {
    summary: 'More than there is: paid, then refunded',
    value: { ...order, items: [{ sku: 'TEA-RARE', quantity: 50 }] },
  },
  slow: {
    summary: 'A provider that takes five seconds: 202 first, then ask the pollUrl',
    value: { ...order, paymentMethod: 'pm_sandbox_delay_5000' },
  },
};
