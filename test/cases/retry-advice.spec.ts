import { expectInvariants } from '../support/invariants.js';
import { openOrder } from '../support/open-payment.js';
import { Scene } from '../support/scene.js';
import type { Response } from 'supertest';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open();
  await scene.stock('TEA', 100);
});
afterAll(() => scene.close());
afterEach(() => expectInvariants(scene));

const advised = ({ status, body }: Response) => [status, body.code, body.retry];

/** What the documentation of a route shows for one of its problems. */
async function documented(path: string, status: number, code: string): Promise<unknown> {
  const { body } = await scene.get('/docs-json');
  const { content } = body.paths[path].post.responses[status];
  return content['application/problem+json'].examples[code].value.retry;
}

const draft = async (paymentMethod = 'pm_card_chargeDeclined'): Promise<string> =>
  (await scene.place({ confirm: false, paymentMethod })).body.id as string;

describe('a payment that is declined', () => {
  it('of a new order: another order may be placed with a new key', async () => {
    const declined = ['payment_declined', 'new-key'];
    expect(advised(await scene.place({ paymentMethod: 'pm_card_chargeDeclined' }))).toEqual([402, ...declined]);
    expect(await documented('/api/orders', 402, 'payment_declined')).toBe('new-key');
  });

  it.each([
    ['/api/orders/{id}/confirm', (id: string) => scene.post(`/api/orders/${id}/confirm`, { amount: 1000 })],
    ['/api/orders/confirm', (id: string) => scene.post('/api/orders/confirm', { orderId: id, amount: 1000 })],
    [
      '/api/payments',
      (id: string) => scene.post('/api/payments', { orderId: id, paymentMethod: 'pm_card_chargeDeclined' }),
    ],
  ])('of a draft, by %s: that draft is over, as a new key shows', async (path, confirm) => {
    const id = await draft();
    expect(advised(await confirm(id))).toEqual([402, 'payment_declined', 'never']);
    expect(await documented(path, 402, 'payment_declined')).toBe('never');
    expect(advised(await confirm(id))).toEqual([409, 'order_not_draft', 'never']);
    expect(await documented(path, 409, 'order_not_draft')).toBe('never');
  });
});

describe('an order that is cancelled already', () => {
  it('cannot be cancelled again, with no key', async () => {
    const id = await draft();
    expect((await scene.post(`/api/orders/${id}/cancel`, {})).status).toBe(200);
    expect(advised(await scene.post(`/api/orders/${id}/cancel`, {}))).toEqual([409, 'not_cancellable', 'never']);
    expect(await documented('/api/orders/{id}/cancel', 409, 'not_cancellable')).toBe('never');
  });
});

describe('a refund', () => {
  const refund = (paymentId: string, body: object = {}) => scene.post(`/api/payments/${paymentId}/refunds`, body);

  it('of more than is left may be sent again for less; of a payment that has gone back altogether never', async () => {
    const { paymentId } = (await scene.place()).body as { paymentId: string };
    expect(advised(await refund(paymentId, { amount: 1001 }))).toEqual([409, 'refund_exceeds_capture', 'new-key']);
    expect((await refund(paymentId)).status).toBe(201);
    expect(advised(await refund(paymentId, { amount: 1 }))).toEqual([409, 'refund_exceeds_capture', 'never']);
  });

  it('of what is on its way back may be asked for again with a new key: it may still fail', async () => {
    const { paymentId } = (await scene.place({ paymentMethod: 'pm_sandbox_refund-pending_60000' })).body as {
      paymentId: string;
    };
    expect((await refund(paymentId)).body).toMatchObject({ status: 'pending', amount: 1000 });
    expect(advised(await refund(paymentId, { amount: 1 }))).toEqual([409, 'refund_exceeds_capture', 'new-key']);
  });

  it('of a payment that will never be captured is never made; of one under way later, with a new key', async () => {
    const { body } = await scene.place({ paymentMethod: 'pm_card_chargeDeclined' });
    const declined = (await scene.get(body.instance)).body.paymentId as string;
    expect(advised(await refund(declined))).toEqual([409, 'not_captured', 'never']);
    const { payment, orderId } = await openOrder(scene);
    expect(advised(await refund(payment.id))).toEqual([409, 'not_captured', 'new-key']);
    await scene.post(`/api/orders/${orderId}/cancel`, {});
  });
});

describe('a SKU that is not in the catalogue', () => {
  it('may come into it: the same key counts its stock then', async () => {
    const count = () =>
      scene.post('/api/inventory/LATER/adjustments', { delta: 1, reason: 'found' }, { key: 'later', as: 'operator' });
    expect(advised(await count())).toEqual([404, 'not_found', 'same-key']);
    expect(await documented('/api/inventory/{sku}/adjustments', 404, 'not_found')).toBe('same-key');
    await scene.stock('LATER', 5);
    const counted = await count();
    expect([counted.status, counted.body.onHand]).toEqual([201, 6]);
  });
});

describe('a 202', () => {
  it('advises nothing: the key is at work', async () => {
    const first = await scene.place({ paymentMethod: 'pm_sandbox_delay_300' }).set('Prefer', 'respond-async');
    expect(first.status).toBe(202);
    expect(first.body).not.toHaveProperty('retry');
    expect((await scene.get(first.body.pollUrl)).body).not.toHaveProperty('retry');
  });
});
