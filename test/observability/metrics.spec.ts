import { ExposedMetrics } from './exposed-metrics.js';
import { holdLock } from '../support/held-lock.js';
import { expectInvariants } from '../support/invariants.js';
import { leaveLetter, paidInDoubt } from '../support/operator.js';
import { intentEvent, told, type KnownPayment } from '../support/provider-events.js';
import { Scene } from '../support/scene.js';
import { until } from '../support/until.js';
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open({ proxied: true });
  await scene.stock('TEA', 1_000);
});
afterAll(() => scene.close());

const shown = (): Promise<ExposedMetrics> => ExposedMetrics.of(scene.services[0]!.url);

/** Gauges are a few seconds old, and a request is counted when its answer has left. */
const untilShown = (what: string, isSo: (metrics: ExposedMetrics) => boolean): Promise<ExposedMetrics> =>
  until(what, async () => {
    const metrics = await shown();
    return isSo(metrics) && metrics;
  });

const GAUGES_OVER_TABLES = [
  'ichido_sagas',
  'ichido_needs_attention',
  'ichido_in_doubt',
  'ichido_oldest_in_doubt_seconds',
  'ichido_inbox',
  'ichido_outbox_lag_seconds',
  'ichido_jobs_dead',
];

describe('what has been decided', () => {
  it('is counted once: orders, replays, keys with another content, and how long each took', async () => {
    const before = await shown();
    const key = randomUUID();
    const { body: order } = await scene.place({}, { key });
    expect((await scene.place({}, { key })).headers['idempotent-replayed']).toBe('true');
    expect((await scene.place({ note: 'another content' }, { key })).body.code).toBe('idempotency_key_reused');
    expect((await scene.place({ paymentMethod: 'pm_card_chargeDeclined' })).status).toBe(402);
    await scene.get(`/api/orders/${order.id}`);
    await scene.get(`/api/orders/${order.id}/no-such-thing`);

    const gone = { method: 'GET', route: 'none', status: '404' };
    const after = await untilShown('the last request is counted', (metrics) =>
      Boolean(metrics.number('ichido_request_duration_seconds_count', gone)),
    );
    const more = (name: string, labels = {}): number =>
      (after.number(name, labels) ?? 0) - (before.number(name, labels) ?? 0);
    expect([
      more('ichido_orders_total', { status: 'confirmed' }),
      more('ichido_orders_total', { status: 'cancelled' }),
    ]).toEqual([1, 1]);
    expect([more('ichido_replays_total'), more('ichido_mismatches_total')]).toEqual([1, 1]);
    expect(more('ichido_duplicates_stopped_total', { layer: 'api' })).toBe(1);
    for (const status of ['confirmed', 'cancelled']) {
      expect(more('ichido_order_duration_seconds_count', { status })).toBe(1);
      expect(after.number('ichido_order_duration_seconds_sum', { status })).toBeGreaterThan(0);
    }
    const placed = { method: 'POST', route: '/api/orders' };
    expect(more('ichido_request_duration_seconds_count', { ...placed, status: '201' })).toBe(2);
    expect(more('ichido_request_duration_seconds_count', { ...placed, status: '402' })).toBe(1);
    expect(more('ichido_request_duration_seconds_count', { method: 'GET', route: '/api/orders/:id' })).toBe(1);
    for (const word of [order.id, 'alice', 'customer-1', 'no-such-thing', key]) expect(after.text).not.toContain(word);
    await expectInvariants(scene);
  });

  it('an order without a payment, which is decided by its first commit, has its time too', async () => {
    await scene.stock('SAMPLE', 1, 0);
    const count = async (): Promise<number> =>
      (await shown()).number('ichido_order_duration_seconds_count', { status: 'confirmed' })!;
    const before = await count();
    expect((await scene.place({ items: [{ sku: 'SAMPLE', quantity: 1 }] })).status).toBe(201);
    expect(await count()).toBe(before + 1);
  });
});

describe('B160 what is not settled, before a customer calls', () => {
  /** One that runs and one that turns back, both in doubt; one before a person; messages of every kind. */
  beforeAll(async () => {
    const { id } = await paidInDoubt(scene, randomUUID());
    const { sagaId } = await paidInDoubt(scene, randomUUID());
    await scene.rows(
      `UPDATE saga.sagas SET status = 'compensating', attention = '{"code": "x", "detail": "y"}' WHERE id = $1`,
      [sagaId],
    );
    const unknown: KnownPayment = {
      id: randomUUID(),
      order_id: randomUUID(),
      saga_id: randomUUID(),
      amount: '100',
      currency: 'EUR',
      provider_reference: null,
    };
    await told(scene, intentEvent('succeeded', unknown));
    const { id: twice } = await told(scene, intentEvent('processing', unknown));
    await scene.rows(`UPDATE messaging.inbox SET status = 'quarantined' WHERE id = $1`, [twice]);
    await leaveLetter(scene, id, 'it cannot be told');
    await leaveLetter(scene, id);
  });

  it('is shown: what runs, turns back, is in doubt, waits for a person, is parked, is dead', async () => {
    const stateOf = (now: ExposedMetrics): Record<string, unknown> => ({
      running: now.number('ichido_sagas', { state: 'running' }),
      compensating: now.number('ichido_sagas', { state: 'compensating' }),
      attention: now.number('ichido_needs_attention'),
      doubt: now.number('ichido_in_doubt'),
      oldest: now.number('ichido_oldest_in_doubt_seconds')! > 0,
      received: now.number('ichido_inbox', { state: 'received' }),
      parked: now.number('ichido_inbox', { state: 'parked' }),
      quarantined: now.number('ichido_inbox', { state: 'quarantined' }),
      dead: now.number('ichido_jobs_dead'),
      lag: now.number('ichido_outbox_lag_seconds')! > 0,
    });
    const doubts = { running: 1, compensating: 1, attention: 1, doubt: 2, oldest: true };
    const messages = { received: 0, parked: 1, quarantined: 1, dead: 1, lag: true };
    const expected = { ...doubts, ...messages };
    let seen: Record<string, unknown> = {};
    // Each number is a little older or younger than the others.
    await untilShown('it is shown', (now) => isDeepStrictEqual((seen = stateOf(now)), expected)).catch(() => undefined);
    expect(seen).toEqual(expected);
  });

  it('is read once in a while, however often it is asked for', async () => {
    await untilShown('doubts are shown', (now) => now.number('ichido_in_doubt') === 2);
    const begun = Date.now();
    const ages = new Set<number | undefined>();
    for (let n = 0; n < 20; n++) ages.add((await shown()).number('ichido_oldest_in_doubt_seconds'));
    expect(ages.size).toBeLessThanOrEqual(2 + Math.ceil((Date.now() - begun) / 2_000));
  });

  it('hides behind a table that nobody can read, and hides nothing else', async () => {
    const lock = await holdLock(scene, 'LOCK TABLE payments.payments IN ACCESS EXCLUSIVE MODE');
    const metrics = await untilShown('its numbers are gone', (now) => now.number('ichido_in_doubt') === undefined);
    expect(metrics.number('ichido_replays_total')).toBeGreaterThanOrEqual(0);
    await untilShown(
      'the others are read',
      (now) => now.number('ichido_needs_attention') === 1 && now.number('ichido_in_doubt') === undefined,
    );
    await lock.release();
  });
});

describe('danger: a database that is away makes whoever watches blind', () => {
  it('the numbers of tables are absent, not 0, and the rest is shown', async () => {
    await scene.proxy.cut();
    try {
      const metrics = await untilShown('they are absent', (now) =>
        GAUGES_OVER_TABLES.every((name) => now.number(name) === undefined),
      );
      expect(metrics.number('ichido_orders_total', { status: 'confirmed' })).toBeGreaterThanOrEqual(0);
      expect(metrics.number('ichido_db_pool', { pool: 'reads', state: 'waiting' })).toBeGreaterThanOrEqual(0);
    } finally {
      await scene.proxy.mend();
    }
    await untilShown('they are back', (now) => GAUGES_OVER_TABLES.every((name) => now.number(name) !== undefined));
  });
});
