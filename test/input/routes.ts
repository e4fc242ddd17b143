import { OPERATOR_ROUTES, setFaults } from './operator-routes.js';
import { FREE, PRICED } from './shelves.js';
import type { Scene } from '../support/scene.js';
import type { KeyName } from '../support/environment.js';
import { randomUUID } from 'node:crypto';

export { FREE, stockShelves } from './shelves.js';

export interface GoodRequest {
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A route that takes a body. */
export interface BodyRoute {
  readonly name: string;
  readonly as: KeyName;
  readonly keyed: boolean;
  /** The status of the answer to a good request. */
  readonly success: number;
  /** A request that has not been made yet and will succeed. */
  good(scene: Scene): Promise<GoodRequest>;
}

/** A draft that can be confirmed for nothing. */
export async function aDraft(scene: Scene): Promise<string> {
  const { body, status } = await scene.place({ items: [{ sku: FREE, quantity: 1 }], confirm: false });
  if (status !== 201) throw new Error(`a draft was answered ${status}`);
  return (body as { id: string }).id;
}

export const placeOrder: BodyRoute = {
  name: 'POST /api/orders',
  as: 'alice',
  keyed: true,
  success: 201,
  good: async () => ({
    method: 'POST',
    path: '/api/orders',
    body: {
      customerId: 'customer-1',
      items: [{ sku: FREE, quantity: 1 }],
      paymentMethod: 'pm_card_visa',
      confirm: false,
    },
  }),
};

export const confirmByPath: BodyRoute = {
  name: 'POST /api/orders/{id}/confirm',
  as: 'alice',
  keyed: true,
  success: 200,
  good: async (scene) => ({
    method: 'POST',
    path: `/api/orders/${await aDraft(scene)}/confirm`,
    body: { amount: 0, paymentMethod: 'pm_card_visa' },
  }),
};

export const confirmByBody: BodyRoute = {
  name: 'POST /api/orders/confirm',
  as: 'alice',
  keyed: true,
  success: 200,
  good: async (scene) => ({
    method: 'POST',
    path: '/api/orders/confirm',
    body: { orderId: await aDraft(scene), amount: 0, paymentMethod: 'pm_card_visa' },
  }),
};

export const cancelOrder: BodyRoute = {
  name: 'POST /api/orders/{id}/cancel',
  as: 'alice',
  keyed: true,
  success: 200,
  good: async (scene) => ({
    method: 'POST',
    path: `/api/orders/${await aDraft(scene)}/cancel`,
    body: { reason: 'changed my mind' },
  }),
};

export const payDraft: BodyRoute = {
  name: 'POST /api/payments',
  as: 'alice',
  keyed: true,
  success: 201,
  good: async (scene) => ({
    method: 'POST',
    path: '/api/payments',
    body: { orderId: await aDraft(scene), paymentMethod: 'pm_card_visa', amount: 0 },
  }),
};

export const refundPayment: BodyRoute = {
  name: 'POST /api/payments/{id}/refunds',
  as: 'alice',
  keyed: true,
  success: 201,
  good: async (scene) => {
    const { body } = await scene.place({ items: [{ sku: PRICED, quantity: 1 }] });
    const { paymentId } = body as { paymentId: string };
    return { method: 'POST', path: `/api/payments/${paymentId}/refunds`, body: { amount: 100, reason: 'broken' } };
  },
};

export const setStock: BodyRoute = {
  name: 'PUT /api/inventory/{sku}',
  as: 'operator',
  keyed: false,
  success: 201,
  good: async () => ({
    method: 'PUT',
    path: `/api/inventory/${randomUUID()}`,
    body: { name: 'Green tea', unitPrice: 890, currency: 'EUR', onHand: 10 },
  }),
};

export const adjustStock: BodyRoute = {
  name: 'POST /api/inventory/{sku}/adjustments',
  as: 'operator',
  keyed: true,
  success: 201,
  good: async () => ({
    method: 'POST',
    path: `/api/inventory/${FREE}/adjustments`,
    body: { delta: 1, reason: 'counted again' },
  }),
};

/** Every route of the service that takes a body. */
export const BODY_ROUTES: readonly BodyRoute[] = [
  placeOrder,
  confirmByPath,
  confirmByBody,
  cancelOrder,
  payDraft,
  refundPayment,
  setStock,
  adjustStock,
  ...OPERATOR_ROUTES,
  setFaults,
];
