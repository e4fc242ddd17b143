import { type ChildService, STARTED_WITHIN_MS } from '../support/child-service.js';
import { holdLock } from '../support/held-lock.js';
import { expectInvariants } from '../support/invariants.js';
import { Scene } from '../support/scene.js';
import { sent } from '../support/sent.js';
import { until } from '../support/until.js';

let scene: Scene;
// A process of its own: Jest gives the errors of Node's own modules another `Error`, which changes what they are taken for.
let service: ChildService;
beforeAll(async () => {
  scene = await Scene.open({ instances: 0, proxied: true, env: { DB_POOL: '4' } });
  service = await scene.launch();
  await scene.stock('TEA', 100);
}, STARTED_WITHIN_MS);
afterEach(() => scene.proxy.mend());
afterAll(() => scene.close());

const captures = async (): Promise<number> => (await scene.ledger()).charges.length;
const recordsOf = (key: string) => scene.rows('SELECT id FROM idempotency.records WHERE key = $1', [key]);

/** The same request until the database is found again; only 503 may come before. */
const untilServed = (key: string) =>
  until(`${key} is served`, async () => {
    const answer = await scene.place({}, { key });
    expect([201, 202, 503]).toContain(answer.status);
    return answer.status === 201 && answer;
  });

const terminate = (which: string) =>
  scene.rows(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE 'ichido%' AND ${which}`,
  );

describe('a store that is not there', () => {
  it('B010 the database cannot be reached: 503 with Retry-After, nothing runs, the same key works afterwards', async () => {
    const before = await captures();
    await scene.proxy.cut();
    for (const attempt of [1, 2]) {
      const { status, body, headers } = await scene.place({}, { key: 'b010-away' });
      expect([attempt, status, body.code, body.retry]).toEqual([attempt, 503, 'service_unavailable', 'same-key']);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(await captures()).toBe(before);
    expect(await recordsOf('b010-away')).toEqual([]);

    await scene.proxy.mend();
    expect((await untilServed('b010-away')).body.status).toBe('confirmed');
    expect(await captures()).toBe(before + 1);
    await expectInvariants(scene);
  });

  it('B010 it goes away while the provider works: the capture is settled when it is back, once', async () => {
    const before = await captures();
    await scene.arm({ kind: 'delay', ms: 500 });
    const first = await scene.place({}, { key: 'b010-later' }).set('Prefer', 'respond-async');
    expect(first.status).toBe(202);
    await scene.untilProviderIsReached();
    await scene.proxy.cut();
    await until('the provider has captured', async () => (await captures()) === before + 1);
    await scene.proxy.mend();
    expect((await scene.decision(first)).body.status).toBe('confirmed');
    expect(await captures()).toBe(before + 1);
    await expectInvariants(scene);
  });

  it('B010 every connection is terminated: the key is served once, whatever a request meets', async () => {
    const before = await captures();
    await terminate('true');
    expect((await untilServed('b010-cut')).body.status).toBe('confirmed');
    expect(await captures()).toBe(before + 1);
    await expectInvariants(scene);
  });

  it('B010 the connection ends in the middle of the commit: nothing is left, nothing ran, the same key works', async () => {
    const before = await captures();
    const brake = await holdLock(scene, 'LOCK TABLE saga.sagas IN SHARE MODE');
    const first = sent(scene.place({}, { key: 'b010-half' }));
    await brake.untilWaiting(1);
    await terminate(`wait_event_type = 'Lock'`);
    expect((await first).status).toBe(503);
    await brake.release();
    expect(await recordsOf('b010-half')).toEqual([]);
    expect((await untilServed('b010-half')).body.status).toBe('confirmed');
    expect(await captures()).toBe(before + 1);
    await expectInvariants(scene);
  });

  it('B010 every connection is taken: 503 instead of an unprotected run, the same key works afterwards', async () => {
    const before = await captures();
    const brake = await holdLock(scene, 'LOCK TABLE idempotency.records IN SHARE MODE');
    const writer = sent(scene.place({}, { key: 'b010-writer' }));
    await brake.untilWaiting(1);
    const refused = await scene.place({}, { key: 'b010-full' });
    expect([refused.status, refused.body.code]).toEqual([503, 'service_unavailable']);
    expect(await captures()).toBe(before);
    await brake.release();
    expect((await writer).status).toBe(201);
    expect((await untilServed('b010-full')).body.status).toBe('confirmed');
    await expectInvariants(scene);
  });

  it('I7 is the same process after all of that', () => {
    expect(service.alive).toBe(true);
  });
});

describe('a second instance', () => {
  it(
    'B011 sees at once what the first one decided: there is one database, and no replica to lag',
    async () => {
      const instance = await scene.launch();
      for (let round = 0; round < 10; round++) {
        const first = await scene.place({}, { key: `b011-${round}`, instance: service });
        const again = await scene.place({}, { key: `b011-${round}`, instance });
        expect([again.status, again.text]).toEqual([201, first.text]);
        expect(again.headers['idempotent-replayed']).toBe('true');
      }
      await expectInvariants(scene);
    },
    STARTED_WITHIN_MS,
  );
});
