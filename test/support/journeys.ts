import { NOTHING, type Holdings } from './holdings.js';
import type { PaidOrder } from './paid-order.js';
import { refundEvent } from './provider-events.js';
import { madeAtProvider } from './refund-at-provider.js';
import type { RequestOptions, Scene } from './scene.js';
import { signatureOf } from '#modules/payments/gateway/stripe/webhook-signature.js';
import { SANDBOX_WEBHOOK_SECRET } from '#shared/config/payment-settings.js';
import type supertest from 'supertest';

/** What a request of a journey is sent with; the key tells one from the other. */
export type Asking = RequestOptions & { readonly key: string };

/** Sends the request of a journey; the same options send the same request again. */
export type Ask = (options: Asking) => supertest.Test;

/** One way through the service, from a request to the end of all that follows from it. */
export interface Journey {
  /** Makes what has to be there before. */
  prepare(scene: Scene): Promise<Ask>;
  /** Status of the final answer and, of a refusal, its code. */
  readonly answer: readonly [number, string | undefined];
  /** How often the provider has to be asked, one after the other. */
  readonly calls: number;
  /** What there is more of afterwards, however often it was interrupted or asked for. */
  readonly leaves: Holdings;
  /** Not by the caller's key but by the provider's event id; such an answer is no replay. */
  readonly isNotice?: true;
}

const placing =
  (order: object) =>
  async (scene: Scene): Promise<Ask> =>
  (options) =>
    scene.place(order, options);

/** The provider tells that somebody has given 400 back over there; the key is the id of its event. */
async function refundMadeThere(scene: Scene): Promise<Ask> {
  const { body } = await scene.place();
  const event = refundEvent('created', ...(await madeAtProvider(scene, body as PaidOrder, 400)));
  return (options) => {
    const raw = JSON.stringify({ ...event, id: options.key });
    const signature = signatureOf(raw, SANDBOX_WEBHOOK_SECRET, new Date());
    return scene.post('/api/webhooks/stripe', raw, options).set('Stripe-Signature', signature);
  };
}

/** The order costs 1000 and takes one TEA; there is never any NONE. */
export const JOURNEYS = {
  placed: {
    prepare: placing({}),
    answer: [201, undefined],
    calls: 1,
    leaves: { ...NOTHING, sagas: 1, captures: 1, onHand: -1 },
  },
  'draft confirmed': {
    async prepare(scene) {
      const { body } = await scene.place({ confirm: false });
      return (options) => scene.post(`/api/orders/${body.id}/confirm`, { amount: 1000 }, options);
    },
    answer: [200, undefined],
    calls: 1,
    leaves: { ...NOTHING, sagas: 1, captures: 1, onHand: -1 },
  },
  declined: {
    prepare: placing({ paymentMethod: 'pm_card_chargeDeclined' }),
    answer: [402, 'payment_declined'],
    calls: 1,
    leaves: { ...NOTHING, sagas: 1 },
  },
  'out of stock': {
    prepare: placing({ items: [{ sku: 'NONE', quantity: 1 }] }),
    answer: [409, 'out_of_stock'],
    calls: 2,
    leaves: { ...NOTHING, sagas: 1, captures: 1, refunds: 1, givenBack: 1000 },
  },
  'confirmed order cancelled': {
    async prepare(scene) {
      const { body } = await scene.place();
      return (options) => scene.post(`/api/orders/${body.id}/cancel`, {}, options);
    },
    answer: [200, undefined],
    calls: 1,
    leaves: { ...NOTHING, sagas: 1, refunds: 1, givenBack: 1000, onHand: 1 },
  },
  'refund requested': {
    async prepare(scene) {
      const { body } = await scene.place();
      return (options) => scene.post(`/api/payments/${body.paymentId}/refunds`, { amount: 400 }, options);
    },
    answer: [201, undefined],
    calls: 1,
    leaves: { ...NOTHING, sagas: 1, refunds: 1, givenBack: 400 },
  },
  'webhook of a refund': {
    prepare: refundMadeThere,
    answer: [200, undefined],
    calls: 0,
    leaves: { ...NOTHING, givenBack: 400 },
    isNotice: true,
  },
  'stock adjusted': {
    async prepare(scene) {
      const found = { delta: 5, reason: 'Found behind the shelf.' };
      return (options) => scene.post('/api/inventory/TEA/adjustments', found, { ...options, as: 'operator' });
    },
    answer: [201, undefined],
    calls: 0,
    leaves: { ...NOTHING, onHand: 5 },
  },
} satisfies Record<string, Journey>;

export type JourneyName = keyof typeof JOURNEYS;
