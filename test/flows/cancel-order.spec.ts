import { Scene } from '../support/scene.js';
import { expectInvariants } from '../support/invariants.js';
import { until } from '../support/until.js';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open();
  await scene.stock('TEA', 100);
});
afterAll(() => scene.close());

const statusOf = async (id: string): Promise<string> => (await scene.get(`/api/orders/${id}`)).body.status;

describe('cancelling', () => {
  it('a draft ends it at once, and nothing was ever charged', async () => {
    const draft = await scene.place({ confirm: false });
    const cancelled = await scene.post(`/api/orders/${draft.body.id}/cancel`, { reason: 'changed my mind' });
    expect(cancelled.status).toBe(200);
    expect(cancelled.body).toMatchObject({ status: 'cancelled', failure: { code: 'order_cancelled' } });
    expect((await scene.ledger()).charges.filter((c) => c.metadata['orderId'] === draft.body.id)).toEqual([]);
  });

  it('a confirmed order gives the money and the stock back', async () => {
    const before = (await scene.get('/api/inventory/TEA')).body.onHand;
    const order = await scene.place();
    const cancelled = await scene.post(`/api/orders/${order.body.id}/cancel`, {});
    expect(cancelled.status).toBe(200);
    expect(cancelled.body.status).toBe('cancelled');
    const { charges, refunds } = await scene.ledger();
    const charge = charges.find((c) => c.metadata['orderId'] === order.body.id)!;
    expect(refunds.filter((r) => r.charge === charge.id)).toMatchObject([
      { amount: charge.amount, status: 'succeeded' },
    ]);
    expect((await scene.get('/api/inventory/TEA')).body.onHand).toBe(before);
    const again = await scene.post(`/api/orders/${order.body.id}/cancel`, {});
    expect(again.status).toBe(409);
    expect(again.body.code).toBe('not_cancellable');
  });

  it('while the capture runs waits for its outcome, then undoes it; every caller gets its own answer', async () => {
    const key = 'cancelled-while-capturing';
    const placing = await scene
      .place({ paymentMethod: 'pm_sandbox_delay_1500' }, { key })
      .set('Prefer', 'respond-async');
    expect(placing.status).toBe(202);
    const [order] = await scene.rows<{ id: string }>(`SELECT id FROM orders.orders ORDER BY id DESC LIMIT 1`);
    const [first, second] = await Promise.all([
      scene.post(`/api/orders/${order!.id}/cancel`, {}).set('Prefer', 'wait=10'),
      scene.post(`/api/orders/${order!.id}/cancel`, {}).set('Prefer', 'wait=10'),
    ]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.body).toEqual(second.body);
    expect(await statusOf(order!.id)).toBe('cancelled');
    const replay = await scene.place({ paymentMethod: 'pm_sandbox_delay_1500' }, { key });
    expect(replay.status).toBe(409);
    expect(replay.body.code).toBe('order_cancelled');
    await expectInvariants(scene);
  });
});

describe('a saga that takes too long', () => {
  it('turns back once the outcome of its capture is known', async () => {
    const late = await Scene.open({ env: { SAGA_DEADLINE: '1s', LEASE: '1s' } });
    await late.stock('TEA', 5);
    await late.place({ paymentMethod: 'pm_sandbox_delay_4000' }, { key: 'late' }).set('Prefer', 'respond-async');
    const answer = await until('the order has expired', async () => {
      const seen = await late.place({ paymentMethod: 'pm_sandbox_delay_4000' }, { key: 'late' });
      return seen.status !== 202 && seen;
    });
    expect(answer.status).toBe(409);
    expect(answer.body.code).toBe('order_expired');
    await expectInvariants(late);
    await late.close();
  });
});
