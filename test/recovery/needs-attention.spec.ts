import { expectInvariants } from '../support/invariants.js';
import { placeAndLeave, type LeftOrder } from '../support/left-order.js';
import { lookAfter, lookTwiceAfter, nextLook } from '../support/passing-time.js';
import { clearFaults } from '../support/provider-control.js';
import { Scene } from '../support/scene.js';
import { until } from '../support/until.js';
import type { Response } from 'supertest';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open({ instances: 2, env: { PSP_TIMEOUT: '2s', IN_DOUBT_LIMIT: '1s' } });
  await scene.stock('TEA', 100);
});
afterAll(() => scene.close());
afterEach(() => expectInvariants(scene));

const ANYTHING = '/v1/';
/** More often than anything here asks. */
const FOR_GOOD = 1_000;

const providerIsGone = async (): Promise<void> => {
  await scene.arm({ kind: 'fail-before', status: 503 }, { method: 'POST', path: ANYTHING }, FOR_GOOD);
  await scene.arm({ kind: 'fail-before', status: 503 }, { method: 'GET', path: ANYTHING }, FOR_GOOD);
};

const statusOf = async ({ id }: LeftOrder): Promise<string> => (await scene.get(`/api/orders/${id}`)).body.status;

const generationOf = async ({ id }: LeftOrder): Promise<number | undefined> =>
  (await scene.rows<{ generation: number }>('SELECT generation FROM payments.payments WHERE order_id = $1', [id]))[0]
    ?.generation;

/** Polls the request behind a key once. */
const poll = async (key: string): Promise<Response> => {
  const { id } = await scene.claimed(key);
  return scene.get(`/api/idempotency/${id}`);
};

describe('danger: polling never ends', () => {
  it('B053 the provider is down for good: a person must look, the caller is told so, and the looks go on until it is back', async () => {
    await providerIsGone();
    const order = await placeAndLeave(scene, 'b053', {});
    const cancelledToo = await placeAndLeave(scene, 'b053-cancel', {});
    expect((await poll('b053')).body).toMatchObject({ status: 'processing', step: 'payment.capture' });
    for (const { id } of [order, cancelledToo]) await lookAfter(scene, id, '2 seconds');

    const polled = await until('a person is asked', async () => {
      const seen = await poll('b053');
      return seen.body.status === 'needs_attention' && seen;
    });
    expect([polled.status, polled.headers['retry-after']]).toEqual([202, '3600']);
    expect(polled.body).toMatchObject({ code: 'payment_in_doubt', step: 'payment.capture' });
    const again = await scene.place({}, { key: 'b053', instance: 1 });
    expect([again.status, again.body, again.headers['retry-after']]).toMatchObject([
      202,
      { status: 'needs_attention', code: 'payment_in_doubt' },
      '3600',
    ]);
    expect(await statusOf(order)).toBe('needs_attention');

    const path = `/api/orders/${cancelledToo.id}/cancel`;
    const cancel = await scene.post(path, {}, { key: 'b053-the-cancel' }).set('Prefer', 'respond-async');
    expect([cancel.status, cancel.body]).toMatchObject([202, { status: 'needs_attention', code: 'payment_in_doubt' }]);

    for (const time of ['10 seconds', '1 minute', '10 minutes', '1 hour']) await lookAfter(scene, order.id, time);
    const { key } = await nextLook(scene, order.id);
    const [{ due_in }] = (await scene.rows<{ due_in: number }>(
      `SELECT extract(epoch FROM run_at - now())::int AS due_in FROM graphile_worker._private_jobs WHERE key = $1`,
      [key],
    )) as [{ due_in: number }];
    expect(due_in).toBeGreaterThan(3_500);
    expect(due_in).toBeLessThanOrEqual(3_600);

    await clearFaults(scene.sandbox.url);
    await lookAfter(scene, order.id, '1 hour');
    await lookAfter(scene, cancelledToo.id, '10 seconds');
    const placed = await scene.place({}, { key: 'b053' }).set('Prefer', 'wait=20');
    expect([placed.status, placed.body.status]).toEqual([201, 'confirmed']);
    expect((await scene.booksOf(order.id)).charges).toHaveLength(1);
    const cancelled = await scene
      .post(`/api/orders/${cancelledToo.id}/cancel`, {}, { key: 'b053-the-cancel' })
      .set('Prefer', 'wait=20');
    expect([cancelled.status, cancelled.body.status]).toEqual([200, 'cancelled']);
    expect((await poll('b053-cancel')).body.code).toBe('order_cancelled');
  });
});

describe('danger: two who look for the truth at once both act on it', () => {
  it('both prove the absence of the same attempt: one new key, one charge', async () => {
    await scene.arm({ kind: 'stored-500', effect: false });
    const order = await placeAndLeave(scene, 'twice', {});
    await until('it is in doubt', async () => (await nextLook(scene, order.id)).key.endsWith(':resolve:1'));
    // The new key's answer comes too late, so that it is still open when the second proof arrives.
    await scene.arm({ kind: 'delay', ms: 2_600 });
    await lookTwiceAfter(scene, order.id, '3 minutes', { method: 'GET', path: '/v1/payment_intents' });
    expect(await generationOf(order)).toBe(2);
    await until('the slow one is made', async () => (await scene.booksOf(order.id)).charges.length > 0);
    await lookAfter(scene, order.id, '10 seconds');
    const placed = await scene.place({}, { key: 'twice' }).set('Prefer', 'wait=20');
    expect([placed.status, placed.body.status]).toEqual([201, 'confirmed']);
    const { charges } = await scene.booksOf(order.id);
    expect(charges).toMatchObject([{ status: 'succeeded', idempotencyKey: `${order.sagaId}:payment.capture:2` }]);
  });

  it('both find the charge: captured once, confirmed once', async () => {
    const wanted = { paymentMethod: 'pm_sandbox_stored-500_1' };
    const order = await placeAndLeave(scene, 'both', wanted);
    await until('it is in doubt', async () => (await nextLook(scene, order.id)).key.endsWith(':resolve:1'));
    await lookTwiceAfter(scene, order.id, '3 minutes', { method: 'GET', path: '/v1/payment_intents' });
    const placed = await scene.place(wanted, { key: 'both' }).set('Prefer', 'wait=20');
    expect([placed.status, placed.body.status]).toEqual([201, 'confirmed']);
    const facts = await scene.rows<{ fact: string }>(
      `SELECT fact FROM payments.payment_events e JOIN payments.payments p ON p.id = e.payment_id
       WHERE p.order_id = $1 AND fact = 'captured'`,
      [order.id],
    );
    expect(facts).toHaveLength(1);
  });
});
