import { holdSettling } from '../support/held-lock.js';
import { expectInvariants } from '../support/invariants.js';
import { orderOf } from '../support/left-order.js';
import { Scene, type RequestOptions } from '../support/scene.js';
import type { Response } from 'supertest';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open({ instances: 2, env: { REPLAY_CACHE: '0b' } });
  await scene.stock('TEA', 100);
});
afterAll(() => scene.close());
afterEach(() => expectInvariants(scene));

/** The answer under a key is too old; the sweep has not been there. */
const expire = async (key: string): Promise<void> => {
  const expired = await scene.rows(
    `UPDATE idempotency.records SET expires_at = now() - interval '1 second'
     WHERE key = $1 AND state = 'decided' RETURNING id`,
    [key],
  );
  expect(expired).toHaveLength(1);
  scene.heard.letExpire(key);
};

/** As the sweep leaves it. */
const purge = (key: string): Promise<object[]> => scene.rows('DELETE FROM idempotency.records WHERE key = $1', [key]);

const countOf = async (table: string): Promise<number> =>
  (await scene.rows<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`))[0]!.count;

const everything = (): Promise<number[]> =>
  Promise.all(
    ['orders.orders', 'payments.payments', 'payments.refunds', 'inventory.movements', 'saga.sagas'].map(countOf),
  );

const aDraft = async (): Promise<string> => (await scene.place({ confirm: false })).body.id;

type Send = (options: RequestOptions) => PromiseLike<Response>;

/** One act of every kind that leaves something behind, ready to be sent under a key of the test's. */
const ACTS: Record<string, () => Promise<Send>> = {
  'placing an order': async () => (options) => scene.place({}, options),
  'placing a draft': async () => (options) => scene.place({ confirm: false }, options),
  'confirming a draft': async () => {
    const id = await aDraft();
    return (options) => scene.post(`/api/orders/${id}/confirm`, { amount: 1000 }, options);
  },
  'paying a draft': async () => {
    const orderId = await aDraft();
    return (options) => scene.post('/api/payments', { orderId, paymentMethod: 'pm_card_visa' }, options);
  },
  'cancelling a draft': async () => {
    const id = await aDraft();
    return (options) => scene.post(`/api/orders/${id}/cancel`, {}, options);
  },
  'cancelling a confirmed order': async () => {
    const { body } = await scene.place();
    return (options) => scene.post(`/api/orders/${body.id}/cancel`, {}, options);
  },
  'cancelling an order under way': async () => {
    const key = `under-way-${Math.random()}`;
    await scene.place({ paymentMethod: 'pm_sandbox_delay_300' }, { key }).set('Prefer', 'respond-async');
    const { id } = await orderOf(scene, key);
    return (options) => scene.post(`/api/orders/${id}/cancel`, {}, options).set('Prefer', 'wait=20');
  },
  'counting stock': async () => (options) =>
    scene.post('/api/inventory/TEA/adjustments', { delta: 1, reason: 'counted' }, { ...options, as: 'operator' }),
};

describe('danger: a key that is used again after its answer is gone does the same thing twice', () => {
  it.each(Object.keys(ACTS))('%s: refused, expired or swept, and nothing is done', async (act) => {
    const key = act.replaceAll(' ', '-');
    const send = await ACTS[act]!();
    const first = await send({ key });
    expect([200, 201]).toContain(first.status);
    const before = await everything();
    // What was done to an order is done for good; another order, or another count, is another intent.
    const retry = /^(?:confirming|paying|cancelling)/.test(act) ? 'never' : 'new-key';
    for (const forget of [expire, purge]) {
      await forget(key);
      for (const instance of [0, 1]) {
        const again = await send({ key, instance });
        expect([again.status, again.body]).toMatchObject([409, { code: 'idempotency_key_expired', retry }]);
        expect(again.headers['idempotent-replayed']).toBeUndefined();
      }
    }
    expect(await everything()).toEqual(before);
    const [claimed] = await scene.rows('SELECT 1 FROM idempotency.records WHERE key = $1', [key]);
    expect(claimed).toBeUndefined();
  });

  it('a cancel is not turned on another order by its old key', async () => {
    const options = { key: 'old-cancel' };
    await scene.post(`/api/orders/${await aDraft()}/cancel`, {}, options);
    await expire('old-cancel');
    const other = await aDraft();
    const again = await scene.post(`/api/orders/${other}/cancel`, {}, options);
    expect([again.status, again.body.code]).toEqual([409, 'idempotency_key_expired']);
    expect((await scene.get(`/api/orders/${other}`)).body.status).toBe('draft');
  });
});

describe('a key that only ever got a refusal', () => {
  it('may be used again after that is forgotten', async () => {
    const refused = await scene.place({ expectedTotal: 1 }, { key: 'refused' });
    expect([refused.status, refused.body.code]).toEqual([409, 'amount_mismatch']);
    await expire('refused');
    const again = await scene.place({}, { key: 'refused' });
    expect([again.status, again.body.status]).toEqual([201, 'confirmed']);
    const replayed = await scene.place({}, { key: 'refused' });
    expect([replayed.status, replayed.text, replayed.headers['idempotent-replayed']]).toEqual([
      201,
      again.text,
      'true',
    ]);
  });

  it.each(['a cancel', 'an adjustment'])('%s too', async (act) => {
    const cancelled = await aDraft();
    await scene.post(`/api/orders/${cancelled}/cancel`, {});
    const key = act.replaceAll(' ', '-');
    const send = (works: boolean, id: string) =>
      act === 'a cancel'
        ? scene.post(`/api/orders/${id}/cancel`, {}, { key })
        : scene.post(
            '/api/inventory/TEA/adjustments',
            { delta: works ? 1 : -1e6, reason: 'x' },
            { key, as: 'operator' },
          );
    const refused = await send(false, cancelled);
    expect([refused.status, refused.body.code]).toEqual([
      409,
      act === 'a cancel' ? 'not_cancellable' : 'negative_stock',
    ]);
    await expire(key);
    expect([200, 201]).toContain((await send(true, await aDraft())).status);
  });

  it('ten who use it at the same moment after it has expired make one order', async () => {
    await scene.place({ expectedTotal: 1 }, { key: 'ten' });
    await expire('ten');
    const before = await countOf('orders.orders');
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => scene.place({}, { key: 'ten', instance: n % 2 }).set('Prefer', 'wait=20')),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await countOf('orders.orders')).toBe(before + 1);
  });
});

describe('the life of an answer', () => {
  const DAY_MS = 24 * 3600 * 1000;

  it('begins with the decision, however long that took; before it nothing expires', async () => {
    const settling = await holdSettling(scene);
    await scene.place({}, { key: 'slow' }).set('Prefer', 'respond-async');
    await scene.rows(`UPDATE idempotency.records SET created_at = created_at - interval '3 days' WHERE key = 'slow'`);
    const duplicate = await scene.place({}, { key: 'slow' }).set('Prefer', 'respond-async');
    expect([duplicate.status, duplicate.body.status]).toEqual([202, 'processing']);
    await settling.release();
    expect((await scene.decision(duplicate)).status).toBe(201);
    const [record] = await scene.rows<{ lives: string; since: string }>(
      `SELECT 1000 * extract(epoch FROM expires_at - decided_at) AS lives,
         1000 * extract(epoch FROM now() - decided_at) AS since FROM idempotency.records WHERE key = 'slow'`,
    );
    expect(Number(record!.lives)).toBe(DAY_MS);
    expect(Number(record!.since)).toBeLessThan(30_000);
  });

  it('ends for whoever polls, too', async () => {
    await scene.place({}, { key: 'polled' });
    const { id } = await scene.claimed('polled');
    expect((await scene.get(`/api/idempotency/${id}`)).status).toBe(201);
    await expire('polled');
    const gone = await scene.get(`/api/idempotency/${id}`);
    expect([gone.status, gone.body.code]).toEqual([404, 'not_found']);
  });
});

describe('a record that another release wrote', () => {
  it.each([0, 99])(
    'B140 with fingerprint version %i: try again later, elsewhere; never an error of ours, never a second order',
    async (version) => {
      const key = `version-${version}`;
      await scene.place({}, { key });
      await scene.rows('UPDATE idempotency.records SET fingerprint_version = $2 WHERE key = $1', [key, version]);
      const before = await everything();
      const answer = await scene.place({}, { key });
      expect([answer.status, answer.body.code]).toEqual([503, 'service_unavailable']);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      expect(await everything()).toEqual(before);
    },
  );
});
