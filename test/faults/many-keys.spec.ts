import { FULL } from '../support/extent.js';
import { holdLock } from '../support/held-lock.js';
import { expectInvariants } from '../support/invariants.js';
import { Scene } from '../support/scene.js';
import { createTestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';
import { claims } from '#modules/idempotency/by-saga/record-writes.js';
import type { Claim } from '#modules/idempotency/claim.js';
import { newId } from '#shared/kernel/ids.js';
import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';

/** `npm run test:faults -- --full many-keys` shows it at the size of a busy week. */
const STORED = FULL ? 1_000_000 : 100_000;
const EXPIRED = FULL ? 500_000 : 50_000;
/** The lock of whoever removes. */
const SWEEPING = `SELECT pg_advisory_xact_lock(hashtext('ichido:expiry'))`;
/** Filling the table, on a machine that is busy with other tests. */
const FILLED_WITHIN_MS = FULL ? 300_000 : 120_000;

/**
 * Answers as orders have them, of fifty tenants, each a little younger than the one before; `age` is how long ago they
 * expired, negative while they are kept.
 */
const store = (sql: pg.Pool, count: number, age: string, key = 'gen_random_uuid()'): Promise<unknown> =>
  sql.query(
    `INSERT INTO idempotency.records (id, tenant_id, operation, key, fingerprint, fingerprint_version, state, status,
       headers, body, decided_at, expires_at)
     SELECT gen_random_uuid(), 'tenant-' || n % 50, 'orders.place', ${key}, sha256(n::text::bytea), 1, 'decided',
       201, '{"content-type": "application/json; charset=utf-8"}', repeat('x', 600), now(), now() - $2::interval + n * interval '1 millisecond'
     FROM generate_series(1, $1::int) n`,
    [count, age],
  );

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)]!;

describe('danger: the more keys are remembered, the slower every new one is', () => {
  const CLIENTS = 8;
  const ROUND = 400;
  const ROUNDS = 9;

  const aClaim = (): Claim => ({
    id: newId(),
    identity: { tenant: `tenant-${Math.floor(Math.random() * 50)}`, operation: 'orders.place', key: randomUUID() },
    fingerprint: { version: 1, hash: randomBytes(32) },
    answer: { status: 201, headers: {}, body: 'x'.repeat(600) },
    ttlMs: 86_400_000,
  });

  /** Claims per second, each in a transaction of its own. */
  async function rate(sql: pg.Pool): Promise<number> {
    let left = ROUND;
    const begun = performance.now();
    const client = async (): Promise<void> => {
      const connection = await sql.connect();
      while (left-- > 0) {
        await connection.query('BEGIN');
        const lost = await claims.write(
          async (text, values) => {
            const { rows, rowCount } = await connection.query(text, [...(values ?? [])]);
            return { rows: rows as never[], rowCount: rowCount ?? 0 };
          },
          [aClaim()],
        );
        expect(lost).toEqual([]);
        await connection.query('COMMIT');
      }
      connection.release();
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    return (ROUND / (performance.now() - begun)) * 1000;
  }

  it(
    `beside ${STORED} of them new keys are claimed at 0.7 or more of the rate of an empty store`,
    async () => {
      const databases = [await createTestDatabase(), await createTestDatabase()];
      const [empty, full] = databases.map(({ url }) => new pg.Pool({ connectionString: url, max: CLIENTS }));
      try {
        await store(full!, STORED, '-1 day');
        await full!.query('VACUUM ANALYZE idempotency.records');
        // In turns, so that what the machine does beside this meets both.
        const ratios: number[] = [];
        for (let round = 0; round < ROUNDS; round++) {
          const without = await rate(empty!);
          ratios.push((await rate(full!)) / without);
        }
        const median = quantile(ratios, 0.5);
        process.stdout.write(`claims beside ${STORED} stored keys: ${median.toFixed(2)} of the rate beside none\n`);
        expect(median).toBeGreaterThanOrEqual(0.7);
      } finally {
        await Promise.all([empty, full].map((pool) => pool!.end()));
        await Promise.all(databases.map((database) => database.drop()));
      }
    },
    FILLED_WITHIN_MS,
  );
});

describe('danger: everybody waits while old keys are removed', () => {
  const CLIENTS = 4;
  /** Removing goes on and stops in turns, so that what the machine does beside this meets both. */
  const TURNS = 4;
  const ORDERS_A_TURN = 60;

  let scene: Scene;
  beforeAll(async () => {
    scene = await Scene.open({ env: { SWEEP_INTERVAL: '100ms' } });
    await scene.stock('TEA', 1_000_000);
  });
  afterAll(() => scene.close());

  /** Whether the first so many of the old keys are gone: the oldest go first, and one look at an index tells. */
  const areGone = async (count: number): Promise<boolean> => {
    const last = await scene.rows(
      `SELECT 1 FROM idempotency.records WHERE tenant_id = $1 AND operation = 'orders.place' AND key = $2`,
      [`tenant-${count % 50}`, `old-${count}`],
    );
    return last.length === 0;
  };

  /** How long each order took, from its request to its answer; one after the other by each client, while `goesOn`. */
  async function orders(goesOn: (done: number) => boolean): Promise<number[]> {
    const took: number[] = [];
    const client = async (): Promise<void> => {
      while (goesOn(took.length)) {
        const begun = performance.now();
        expect((await scene.place()).status).toBe(201);
        took.push(performance.now() - begun);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    return took;
  }

  async function ordersUntilGone(count: number): Promise<number[]> {
    let isThere = false;
    const there = until('so many are gone', () => areGone(count), FILLED_WITHIN_MS).finally(() => (isThere = true));
    const took = await orders(() => !isThere);
    await there;
    return took;
  }

  it(
    `while ${EXPIRED} of them are removed, 95 of 100 orders take at most twice as long as before`,
    async () => {
      let stop = await holdLock(scene, SWEEPING);
      await store(scene.sql, EXPIRED, '1 hour', `'old-' || n`);
      await scene.rows('VACUUM ANALYZE idempotency.records');
      await orders((done) => done < ORDERS_A_TURN);
      const [before, meanwhile]: [number[], number[]] = [[], []];
      for (let turn = 1; turn <= TURNS; turn++) {
        before.push(...(await orders((done) => done < ORDERS_A_TURN)));
        await stop.release();
        meanwhile.push(...(await ordersUntilGone((EXPIRED * turn) / TURNS)));
        stop = await holdLock(scene, SWEEPING);
      }
      await stop.release();
      const [was, is] = [quantile(before, 0.95), quantile(meanwhile, 0.95)];
      process.stdout.write(
        `orders while ${EXPIRED} keys are removed: p95 ${Math.round(is)} ms (of ${meanwhile.length}) instead of ${Math.round(was)} ms\n`,
      );
      expect(is / was).toBeLessThanOrEqual(2);
      await expectInvariants(scene);
    },
    FILLED_WITHIN_MS,
  );
});
