import type { RequestOptions, Scene } from './scene.js';
import { until } from './until.js';
import type supertest from 'supertest';

export interface PaidOrder {
  readonly id: string;
  readonly paymentId: string;
}

/** A confirmed order that cost 100 minor units of the SKU `HUNDRED`, unless it orders something else. */
export async function paidOrder(scene: Scene, wanted: object = {}): Promise<PaidOrder> {
  const { status, body } = await scene.place({ items: [{ sku: 'HUNDRED', quantity: 1 }], ...wanted });
  if (status !== 201) throw new Error(`placing answered ${status}: ${JSON.stringify(body)}`);
  return body as PaidOrder;
}

export const refund = (
  scene: Scene,
  { paymentId }: PaidOrder,
  wanted: { amount?: number; reason?: string } = {},
  options: RequestOptions = {},
): supertest.Test => scene.post(`/api/payments/${paymentId}/refunds`, wanted, options);

/** A payment as its tenant sees it, as far as refunds are concerned. */
export interface SeenPayment {
  readonly status: string;
  readonly captured: number;
  readonly refunded: number;
  readonly refunds: readonly { readonly id: string; readonly amount: number; readonly status: string }[];
}

export const seenPayment = async (scene: Scene, { paymentId }: PaidOrder): Promise<SeenPayment> =>
  (await scene.get(`/api/payments/${paymentId}`)).body as SeenPayment;

export const untilPayment = (
  scene: Scene,
  order: PaidOrder,
  what: string,
  isSo: (payment: SeenPayment) => boolean,
): Promise<SeenPayment> =>
  until(`the payment ${what}`, async () => {
    const payment = await seenPayment(scene, order);
    return isSo(payment) && payment;
  });

/** What went back at the provider, or is on its way there, refund by refund. */
export const givenBack = async (scene: Scene, { id }: PaidOrder): Promise<number[]> =>
  (await scene.booksOf(id)).refunds.filter(({ status }) => status !== 'failed').map(({ amount }) => amount);
