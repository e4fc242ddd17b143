import { expectInvariants } from '../support/invariants.js';
import { Scene } from '../support/scene.js';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open();
  await scene.stock('TEA', 100);
});
afterAll(() => scene.close());

describe('two tenants', () => {
  it('use one key for two orders that never meet', async () => {
    const key = 'popular-key';
    const mine = await scene.place({}, { key, as: 'alice' });
    const same = await scene.place({}, { key, as: 'bob' });
    const different = await scene.place({ note: 'not the same' }, { key: 'popular-too', as: 'alice' });
    const content = await scene.place({}, { key: 'popular-too', as: 'bob' });
    expect([mine, same, different, content].map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(same.headers).not.toHaveProperty('idempotent-replayed');
    expect(new Set([mine, same, different, content].map(({ body }) => body.id)).size).toBe(4);
    await expectInvariants(scene);
  });

  it('cannot tell the other one from nothing', async () => {
    const { body: order } = await scene.place({}, { key: 'hidden' });
    const { body: later } = await scene.place({ paymentMethod: 'pm_sandbox_delay_200' }).set('Prefer', 'respond-async');
    const missing = '01900000-0000-7000-8000-000000000000';
    const hidden = [`/api/orders/${order.id}`, `/api/payments/${order.paymentId}`, later.pollUrl as string];
    for (const path of hidden) {
      const theirs = await scene.get(path, 'bob');
      const nobodys = await scene.get(path.replace(/[^/]+$/, missing), 'bob');
      const shape = (text: string): string => text.replaceAll(/[0-9a-f-]{32,36}/g, '<id>');
      expect([theirs.status, shape(theirs.text)]).toEqual([404, shape(nobodys.text)]);
      expect(Object.keys(theirs.headers).toSorted()).toEqual(Object.keys(nobodys.headers).toSorted());
    }
    expect((await scene.get('/api/orders', 'bob')).text).not.toContain(order.id);
    await scene.decision({ body: later });
    await expectInvariants(scene);
  });

  it('cannot move the other one, and use no key up by trying', async () => {
    const { body: draft } = await scene.place({ confirm: false });
    const path = `/api/orders/${draft.id}/confirm`;
    const tried = await scene.post(path, { amount: draft.total }, { as: 'bob', key: 'trespass' });
    expect([tried.status, tried.body.code]).toEqual([404, 'not_found']);
    const wanted = { orderId: draft.id, paymentMethod: 'pm_card_visa' };
    expect((await scene.post('/api/payments', wanted, { as: 'bob' })).status).toBe(404);
    expect((await scene.get(`/api/orders/${draft.id}`)).body.status).toBe('draft');
    expect(await scene.rows(`SELECT id FROM idempotency.records WHERE key = 'trespass'`)).toEqual([]);
    await expectInvariants(scene);
  });

  it('are told apart by their key alone, whatever a header says', async () => {
    const first = await scene.place({}, { key: 'header-trick', as: 'alice' });
    const second = await scene.place({}, { key: 'header-trick', as: 'bob' }).set('X-Tenant', 'alice');
    expect(second.body.id).not.toBe(first.body.id);
    expect((await scene.get(`/api/orders/${first.body.id}`, 'bob').set('X-Tenant', 'alice')).status).toBe(404);
    await expectInvariants(scene);
  });
});

describe('an operator', () => {
  it('reads what every tenant has', async () => {
    const { body: order } = await scene.place({}, { as: 'bob' });
    const { body: later } = await scene.place({}, { as: 'bob' }).set('Prefer', 'respond-async');
    for (const path of [`/api/orders/${order.id}`, `/api/payments/${order.paymentId}`]) {
      const read = await scene.get(path, 'operator');
      expect(read.status).toBe(200);
      expect(read.body).toEqual((await scene.get(path, 'bob')).body);
    }
    expect((await scene.decision({ body: later }, { as: 'operator' })).status).toBe(201);
    await expectInvariants(scene);
  });

  it.each([
    ['place an order', '/api/orders', {}],
    ['confirm one', '/api/orders/confirm', { orderId: '01900000-0000-7000-8000-000000000000', amount: 1 }],
    ['pay one', '/api/payments', { orderId: '01900000-0000-7000-8000-000000000000', paymentMethod: 'pm_card_visa' }],
  ])('may not %s', async (_what, path, body) => {
    const refused = await scene.post(path, body, { as: 'operator' });
    expect([refused.status, refused.body.code]).toEqual([403, 'role_forbidden']);
  });

  it('alone keeps the catalogue', async () => {
    const tea = { name: 'TEA', unitPrice: 1, currency: 'EUR', onHand: 1 };
    expect((await scene.put('/api/inventory/TEA', tea, 'alice')).status).toBe(403);
    expect((await scene.post('/api/inventory/TEA/adjustments', { delta: 1, reason: 'mine' })).status).toBe(403);
    expect((await scene.get('/api/inventory/TEA', 'bob')).body.unitPrice).toBe(1000);
  });
});
