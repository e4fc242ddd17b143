import type { RequestOptions, Scene } from './scene.js';
import type supertest from 'supertest';

/** Sends the request of a journey; the same options send the same request again. */
export type Ask = (options: RequestOptions) => supertest.Test;

/** One way through the service, from a request that starts a saga to its decision. */
export interface Journey {
  /** Makes what has to be there before. */
  prepare(scene: Scene): Promise<Ask>;
  /** Status of the final answer and, of a refusal, its code. */
  readonly answer: readonly [number, string | undefined];
  /** How often the provider has to be asked, one after the other. */
  readonly calls: number;
  /** What the provider's books say in the end. */
  readonly books: { readonly charges: number; readonly refunds: number };
}

const placing =
  (order: object) =>
  async (scene: Scene): Promise<Ask> =>
  (options) =>
    scene.place(order, options);

/** The order costs 1000 and takes one TEA; there is never any NONE. */
export const JOURNEYS = {
  placed: { prepare: placing({}), answer: [201, undefined], calls: 1, books: { charges: 1, refunds: 0 } },
  'draft confirmed': {
    async prepare(scene) {
      const { body } = await scene.place({ confirm: false });
      return (options) => scene.post(`/api/orders/${body.id}/confirm`, { amount: 1000 }, options);
    },
    answer: [200, undefined],
    calls: 1,
    books: { charges: 1, refunds: 0 },
  },
  declined: {
    prepare: placing({ paymentMethod: 'pm_card_chargeDeclined' }),
    answer: [402, 'payment_declined'],
    calls: 1,
    books: { charges: 0, refunds: 0 },
  },
  'out of stock': {
    prepare: placing({ items: [{ sku: 'NONE', quantity: 1 }] }),
    answer: [409, 'out_of_stock'],
    calls: 2,
    books: { charges: 1, refunds: 1 },
  },
  'confirmed order cancelled': {
    async prepare(scene) {
      const { body } = await scene.place();
      return (options) => scene.post(`/api/orders/${body.id}/cancel`, {}, options);
    },
    answer: [200, undefined],
    calls: 1,
    books: { charges: 1, refunds: 1 },
  },
} satisfies Record<string, Journey>;

export type JourneyName = keyof typeof JOURNEYS;
