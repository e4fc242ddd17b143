import { holdLock } from '../support/held-lock.js';
import { expectInvariants } from '../support/invariants.js';
import { Scene } from '../support/scene.js';
import { until } from '../support/until.js';

/** Twenty batches of the sweep. */
const BACKLOG = 20_000;
/** A lock of the test's own, which the deletion of one row waits for. */
const IN_THE_MIDDLE = 71;

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open({ instances: 2, env: { SWEEP_INTERVAL: '300ms' } });
  await scene.stock('TEA', 100);
});
afterAll(() => scene.close());
afterEach(() => expectInvariants(scene));

/** Answers that expired one after the other, each a millisecond after the one before. */
const backlog = (): Promise<object[]> =>
  scene.rows(
    `INSERT INTO idempotency.records (id, tenant_id, operation, key, fingerprint, fingerprint_version, state, status,
       headers, body, decided_at, expires_at)
     SELECT gen_random_uuid(), 'alice', 'orders.place', 'old-' || n, sha256(n::text::bytea), 1, 'decided', 201, '{}', '{}',
       now() - interval '2 days', now() - interval '1 day' + n * interval '1 millisecond' FROM generate_series(1, $1) n`,
    [BACKLOG],
  );

const leftOver = async (): Promise<number> =>
  (
    await scene.rows<{ count: number }>(`SELECT count(*)::int AS count FROM idempotency.records WHERE key LIKE 'old-%'`)
  )[0]!.count;

/** The sweep works a third of its time only, and gives way to everybody; how long it takes is promised nowhere. */
const SWEPT_WITHIN_MS = 45_000;
const untilSwept = (): Promise<true> =>
  until('everything old is gone', async () => (await leftOver()) === 0, SWEPT_WITHIN_MS).then(() => true);

describe('danger: one giant DELETE', () => {
  it('B137 the connection dies in the middle: what was removed stays removed, the rest goes later, in batches', async () => {
    const middle = await holdLock(scene, `SELECT pg_advisory_xact_lock(${IN_THE_MIDDLE})`);
    await scene.rows(`
      CREATE FUNCTION public.wait_in_the_middle() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_advisory_xact_lock(${IN_THE_MIDDLE}); RETURN OLD; END $$;
      CREATE TRIGGER wait_in_the_middle BEFORE DELETE ON idempotency.records
        FOR EACH ROW WHEN (OLD.key = 'old-12000') EXECUTE FUNCTION public.wait_in_the_middle()`);
    await backlog();
    await middle.untilWaiting(1);
    expect(await leftOver()).toBe(9_000);
    await scene.rows(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%DELETE FROM idempotency.records%'`);
    expect(await leftOver()).toBe(9_000);
    await middle.release();
    await untilSwept();
    await scene.rows('DROP TRIGGER wait_in_the_middle ON idempotency.records');
  });

  it('B137 beside requests: every one is answered, and only what has expired is removed', async () => {
    await scene.place({}, { key: 'fresh' });
    await scene.place({ paymentMethod: 'pm_sandbox_delay_3000' }, { key: 'undecided' }).set('Prefer', 'respond-async');
    await scene.rows(`UPDATE idempotency.records SET created_at = now() - interval '9 days' WHERE key = 'undecided'`);
    await backlog();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => scene.place({}, { instance: n % 2 })));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201));
    await untilSwept();
    const kept = await scene.rows<{ key: string }>(
      `SELECT key FROM idempotency.records WHERE key IN ('fresh', 'undecided') ORDER BY key`,
    );
    expect(kept).toEqual([{ key: 'fresh' }, { key: 'undecided' }]);
  });

  it('one instance at a time: while one is at it, the other has nothing to do and waits for nothing', async () => {
    const sweeping = await holdLock(scene, `SELECT pg_advisory_xact_lock(hashtext('ichido:expiry'))`);
    await backlog();
    const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => scene.place({}, { instance: n % 2 })));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201]);
    expect(await leftOver()).toBe(BACKLOG);
    const [waiting] = await scene.rows(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`,
    );
    expect(waiting).toBeUndefined();
    await sweeping.release();
    await untilSwept();
  });
});
