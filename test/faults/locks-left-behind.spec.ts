import { STARTED_WITHIN_MS, type ChildService } from '../support/child-service.js';
import { holdLock } from '../support/held-lock.js';
import { expectInvariants } from '../support/invariants.js';
import { Scene } from '../support/scene.js';
import { openStatementRoad, type StatementRoad } from '../support/statement-road.js';
import { until } from '../support/until.js';

/** Often enough that the road hears several sweeps within a second. */
const SWEEPS = { SWEEP_INTERVAL: '300ms' };
/** More than one batch, so that a sweep can be met in its second one. */
const BACKLOG = 8_000;
const IN_THE_MIDDLE = 73;
/** The lock of a dead process may hold the others up for two leases of 3 s at most. */
const TWO_LEASES_MS = 6_000;

let scene: Scene;
let road: StatementRoad;
let service: ChildService;
/** Everything about advisory locks that the service has said since its start, its migration included. */
const said = new Set<string>();
/** What it has left to a session that the next transaction may not have: named statements, settings, tables, cursors. */
const left = new Set<string>();
const OF_A_SESSION = /^\s*(SET(?! LOCAL| TRANSACTION)|PREPARE|CREATE TEMP|DECLARE .* WITH HOLD)\b/i;

beforeAll(async () => {
  scene = await Scene.open({ instances: 0 });
  road = await openStatementRoad(scene.database.url, { asPooler: true });
  scene.beforeClose(() => road.close());
  road.watch(({ text, name }) => {
    if (/advisory/i.test(text)) said.add(text);
    if (name || OF_A_SESSION.test(text) || /set_config\(.*false/i.test(text)) left.add(name || text);
    return 'pass';
  });
  service = await scene.launch({ ...SWEEPS, DATABASE_URL: road.url });
  await scene.stock('TEA', 10);
}, STARTED_WITHIN_MS);
afterAll(() => scene.close());

/** Advisory locks of sessions that are in no transaction: behind a pooler the next client would inherit them. */
const leftBehind = (): Promise<object[]> =>
  scene.rows(
    `SELECT l.pid, l.objid, a.query FROM pg_locks AS l JOIN pg_stat_activity AS a USING (pid)
     WHERE l.locktype = 'advisory' AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND a.xact_start IS NULL`,
  );
const untilNothingIsLeftBehind = (): Promise<true> =>
  until('no idle session holds an advisory lock', async () => (await leftBehind()).length === 0).then(() => true);

const leftOver = async (): Promise<number> =>
  (
    await scene.rows<{ count: number }>(`SELECT count(*)::int AS count FROM idempotency.records WHERE key LIKE 'old-%'`)
  )[0]!.count;

describe('danger: a lock of a session stays behind when a pooler hands the session on, or its client dies', () => {
  it('B032 every lock is taken for one transaction: migrating, sweeping, distributing, giving jobs to the living', async () => {
    const { status } = await scene.place();
    expect(status).toBe(201);
    const heard = (lock: string): boolean => [...said].some((text) => text.includes(lock));
    const known = ['pg_advisory_xact_lock($1)', 'hashtext($1)', 'ichido:distribute', 'ichido:reissue'];
    await until('each of them has been taken', async () => known.every(heard));
    expect([...said].filter((text) => !/\bpg_(try_)?advisory_xact_lock(_shared)?\(/.test(text))).toEqual([]);
    await untilNothingIsLeftBehind();
    await expectInvariants(scene);
  });

  it('B032 nothing else is left to a session: no named statement, no setting, no table, no cursor', async () => {
    const { status } = await scene.place();
    expect(status).toBe(201);
    expect([...left]).toEqual([]);
  });

  it('B032 killed in the middle of a sweep: the lock goes with the transaction, and another instance sweeps on', async () => {
    const middle = await holdLock(scene, `SELECT pg_advisory_xact_lock(${IN_THE_MIDDLE})`);
    await scene.rows(`
      CREATE FUNCTION public.wait_in_the_middle() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_advisory_xact_lock(${IN_THE_MIDDLE}); RETURN OLD; END $$;
      CREATE TRIGGER wait_in_the_middle BEFORE DELETE ON idempotency.records
        FOR EACH ROW WHEN (OLD.key = 'old-6000') EXECUTE FUNCTION public.wait_in_the_middle()`);
    await scene.rows(
      `INSERT INTO idempotency.records (id, tenant_id, operation, key, fingerprint, fingerprint_version, state, status,
         headers, body, decided_at, expires_at)
       SELECT gen_random_uuid(), 'alice', 'orders.place', 'old-' || n, sha256(n::text::bytea), 1, 'decided', 201, '{}', '{}',
         now() - interval '2 days', now() - interval '1 day' + n * interval '1 millisecond' FROM generate_series(1, $1) n`,
      [BACKLOG],
    );
    await middle.untilWaiting(1);
    await service.kill();
    await middle.release();
    await scene.join(SWEEPS);
    await until('the next one has swept', async () => (await leftOver()) === 0, TWO_LEASES_MS);
    await untilNothingIsLeftBehind();
    await expectInvariants(scene);
  });
});
