import { expectInvariants } from '../support/invariants.js';
import { Scene } from '../support/scene.js';
import { until } from '../support/until.js';

/** Three batches of each, and the look that finds nothing more. */
const RECORDS = 3_000;
const CONSUMPTIONS = 12_000;
/** A test's own lock: whoever sweeps holds a share of it, so that those who sweep at once can be counted. */
const SWEEPING = 72;

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open({ instances: 3, env: { SWEEP_INTERVAL: '1s' } });
  await scene.stock('TEA', 10);
  // Sequences keep what a transaction that is rolled back had counted.
  await scene.rows(`
    CREATE SEQUENCE public.swept;
    CREATE TABLE public.sweeps (of text, at_once int);
    CREATE FUNCTION public.sweep_slowly() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      PERFORM pg_advisory_xact_lock_shared(${SWEEPING}, TG_RELID::int);
      INSERT INTO public.sweeps SELECT TG_TABLE_NAME, count(*) FROM pg_locks
        WHERE locktype = 'advisory' AND classid = ${SWEEPING} AND objid = TG_RELID AND database =
          (SELECT oid FROM pg_database WHERE datname = current_database());
      PERFORM pg_sleep(1.5);
      RETURN NULL; END $$;
    CREATE FUNCTION public.count_swept() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      PERFORM nextval('public.swept'); RETURN OLD; END $$;
    CREATE TRIGGER sweep_slowly BEFORE DELETE ON idempotency.records FOR EACH STATEMENT EXECUTE FUNCTION public.sweep_slowly();
    CREATE TRIGGER sweep_slowly BEFORE DELETE ON messaging.consumptions FOR EACH STATEMENT EXECUTE FUNCTION public.sweep_slowly();
    CREATE TRIGGER count_swept BEFORE DELETE ON idempotency.records FOR EACH ROW EXECUTE FUNCTION public.count_swept();
    CREATE TRIGGER count_swept BEFORE DELETE ON messaging.consumptions FOR EACH ROW EXECUTE FUNCTION public.count_swept()`);
});
afterAll(() => scene.close());

interface Sweep {
  readonly of: string;
  readonly at_once: number;
}

describe('danger: a schedule fires on every instance, and again while its last run is still busy', () => {
  it('B108 three instances, every second, each sweep takes longer than that: one at a time, each row once', async () => {
    await scene.rows(
      `INSERT INTO idempotency.records (id, tenant_id, operation, key, fingerprint, fingerprint_version, state, status,
         headers, body, decided_at, expires_at)
       SELECT gen_random_uuid(), 'alice', 'orders.place', 'old-' || n, sha256(n::text::bytea), 1, 'decided', 201, '{}', '{}',
         now() - interval '2 days', now() - interval '1 day' FROM generate_series(1, $1) n`,
      [RECORDS],
    );
    // Ids of messages of long ago: they begin with their time.
    await scene.rows(
      `INSERT INTO messaging.consumptions (consumer, message_id)
       SELECT 'orders.timeline', ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid FROM generate_series(1, $1) n`,
      [CONSUMPTIONS],
    );
    // Orders go on being served by all three meanwhile.
    const answers = await Promise.all([0, 1, 2].map((instance) => scene.place({}, { instance })));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);

    const sweeps = await until(
      'several sweeps of both kinds are over',
      async () => {
        const rows = await scene.rows<Sweep>('SELECT * FROM public.sweeps');
        const of = (table: string): Sweep[] => rows.filter((sweep) => sweep.of === table);
        return of('records').length >= 4 && of('consumptions').length >= 4 && rows;
      },
      45_000,
    );
    expect(sweeps.filter(({ at_once }) => at_once !== 1)).toEqual([]);

    const [left] = await scene.rows(
      `SELECT (SELECT count(*)::int FROM idempotency.records WHERE key LIKE 'old-%') AS records,
         (SELECT count(*)::int FROM messaging.consumptions WHERE message_id < '00000001-0000-0000-0000-000000000000') AS consumptions,
         (SELECT last_value::int FROM public.swept) AS swept,
         (SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()) AS deadlocks`,
    );
    expect(left).toEqual({ records: 0, consumptions: 0, swept: RECORDS + CONSUMPTIONS, deadlocks: 0 });
    await expectInvariants(scene);
  });
});
