import { expectInvariants } from '../support/invariants.js';
import { Scene } from '../support/scene.js';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open();
  await scene.stock('TEA', 100);
});
afterAll(() => scene.close());

/** A draft that costs 1000. */
const draft = async (order: object = {}): Promise<{ id: string; total: number; status: string }> => {
  const { status, body } = await scene.place({ ...order, confirm: false });
  expect([status, body.status, body.total]).toEqual([201, 'draft', 1000]);
  return body;
};

describe('a draft', () => {
  it('reserves and charges nothing', async () => {
    const before = await scene.shelf('TEA');
    const { id } = await draft();
    expect(await scene.shelf('TEA')).toEqual(before);
    expect(await scene.booksOf(id)).toEqual({ charges: [], refunds: [] });
    expect((await scene.get(`/api/orders/${id}`)).body).not.toHaveProperty('sagaId');
    await expectInvariants(scene);
  });

  it.each([
    ['by its path', 'path', 'body'],
    ['in the body', 'body', 'path'],
  ] as const)('is confirmed when it is named %s, and the other form replays that', async (_how, first, second) => {
    const { id } = await draft();
    const key = `either-form-${first}`;
    const confirm = {
      path: () => scene.post(`/api/orders/${id}/confirm`, { amount: 1000 }, { key }),
      body: () => scene.post('/api/orders/confirm', { orderId: id, amount: 1000 }, { key }),
    };
    const confirmed = await confirm[first]();
    expect([confirmed.status, confirmed.body.status]).toEqual([200, 'confirmed']);
    expect(confirmed.headers['etag']).toBe(`"${confirmed.body.version}"`);
    const replayed = await confirm[second]();
    expect([replayed.status, replayed.text]).toEqual([200, confirmed.text]);
    expect(replayed.headers['idempotent-replayed']).toBe('true');
    expect((await scene.booksOf(id)).charges).toMatchObject([{ amount: 1000, attempts: 1 }]);
    await expectInvariants(scene);
  });

  it('stays a draft when another amount is confirmed; the refusal is stored', async () => {
    const { id } = await draft();
    const wrong = await scene.post(`/api/orders/${id}/confirm`, { amount: 999 }, { key: 'wrong-amount' });
    expect(wrong.status).toBe(409);
    expect(wrong.body).toMatchObject({ code: 'amount_mismatch', instance: `/api/orders/${id}` });
    const again = await scene.post(`/api/orders/${id}/confirm`, { amount: 999 }, { key: 'wrong-amount' });
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([wrong.text, 'true']);
    expect((await scene.get(`/api/orders/${id}`)).body.status).toBe('draft');

    const right = await scene.post(`/api/orders/${id}/confirm`, { amount: 1000 });
    expect([right.status, right.body.status]).toEqual([200, 'confirmed']);
    await expectInvariants(scene);
  });

  it('is confirmed once: a second key is refused for good', async () => {
    const { id } = await draft();
    await scene.post(`/api/orders/${id}/confirm`, { amount: 1000 });
    const second = await scene.post(`/api/orders/${id}/confirm`, { amount: 1000 }, { key: 'a-second-key' });
    expect([second.status, second.body.code]).toEqual([409, 'order_not_draft']);
    const again = await scene.post('/api/orders/confirm', { orderId: id, amount: 1000 }, { key: 'a-second-key' });
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([second.text, 'true']);
    expect((await scene.booksOf(id)).charges).toHaveLength(1);
    await expectInvariants(scene);
  });

  it('is confirmed once by ten keys that race', async () => {
    const { id } = await draft();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => scene.post(`/api/orders/${id}/confirm`, { amount: 1000 })),
    );
    expect(answers.map(({ status, body }) => body.code ?? status).toSorted()).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 'order_not_draft'),
    ]);
    expect((await scene.booksOf(id)).charges).toHaveLength(1);
    await expectInvariants(scene);
  });

  it('needs a payment method at the latest when it is confirmed', async () => {
    const { id } = await draft({ paymentMethod: undefined });
    const path = `/api/orders/${id}/confirm`;
    const missing = await scene.post(path, { amount: 1000 }, { key: 'forgotten-method' });
    expect(missing.status).toBe(400);
    expect(missing.body).toMatchObject({
      code: 'validation_failed',
      retry: 'same-key',
      errors: [{ pointer: '/paymentMethod' }],
    });
    const wanted = { amount: 1000, paymentMethod: 'pm_card_visa' };
    const mended = await scene.post(path, wanted, { key: 'forgotten-method' });
    expect([mended.status, mended.body.status]).toEqual([200, 'confirmed']);
    await expectInvariants(scene);
  });

  it('is cancelled when its payment is declined', async () => {
    const { id } = await draft({ paymentMethod: 'pm_card_chargeDeclined' });
    const { status, body } = await scene.post(`/api/orders/${id}/confirm`, { amount: 1000 });
    expect([status, body.code]).toEqual([402, 'payment_declined']);
    expect((await scene.get(`/api/orders/${id}`)).body.status).toBe('cancelled');
    await expectInvariants(scene);
  });
});

describe('paying a draft', () => {
  it('answers with the payment, once', async () => {
    const { id } = await draft({ paymentMethod: undefined });
    const wanted = { orderId: id, paymentMethod: 'pm_card_visa' };
    const paid = await scene.post('/api/payments', wanted, { key: 'pays-the-draft' });
    expect(paid.status).toBe(201);
    expect(paid.body).toMatchObject({ orderId: id, amount: 1000, captured: 1000, refunded: 0, status: 'captured' });
    expect(paid.headers['location']).toBe(`/api/payments/${paid.body.id}`);
    expect((await scene.get(paid.headers['location']!)).body).toEqual(paid.body);
    expect((await scene.get(`/api/orders/${id}`)).body).toMatchObject({ status: 'confirmed', paymentId: paid.body.id });

    const again = await scene.post('/api/payments', wanted, { key: 'pays-the-draft' });
    expect([again.status, again.text, again.headers['location']]).toEqual([201, paid.text, paid.headers['location']]);
    expect((await scene.booksOf(id)).charges).toHaveLength(1);
    await expectInvariants(scene);
  });

  it.each([
    ['another amount than it costs', { amount: 1 }, 409, 'amount_mismatch', 'draft'],
    ['a declined card', { paymentMethod: 'pm_card_chargeDeclined' }, 402, 'payment_declined', 'cancelled'],
  ])('with %s is refused', async (_what, wrong, status, code, left) => {
    const { id } = await draft();
    const refused = await scene.post('/api/payments', { orderId: id, paymentMethod: 'pm_card_visa', ...wrong });
    expect([refused.status, refused.body.code]).toEqual([status, code]);
    expect((await scene.get(`/api/orders/${id}`)).body.status).toBe(left);
    await expectInvariants(scene);
  });
});
