import { InFlightWatch } from '../../lab/readings/in-flight.js';
import { readLeftOpen } from '../../lab/readings/left-open.js';
import { readMovingByItself, readOnItsWay } from '../../lab/readings/on-its-way.js';
import { readProblems } from '../../lab/readings/problems.js';
import { readRecoveries } from '../../lab/readings/recoveries.js';
import { Looks } from '../../lab/stack/looks.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { randomUUID } from 'node:crypto';

const NOTHING = { sagas: 0, jobs: 0, events: 0, deliveries: 0, notices: 0 };

let database: TestDatabase;
let looks: Looks;
beforeEach(async () => {
  database = await createTestDatabase();
  looks = new Looks(database.url, AbortSignal.abort());
});
afterEach(async () => {
  await looks.close();
  await database.drop();
});

/** A notice of the provider in that state; its id. */
async function notice(status: 'received' | 'parked' | 'quarantined' | 'applied'): Promise<string> {
  const id = randomUUID();
  await looks.rows(
    `INSERT INTO messaging.inbox (id, provider, event_id, type, meaning, raw, status)
     VALUES ($1, 'sandbox', $2, 'payment_intent.succeeded', '', '', $3)`,
    [id, `evt_${id}`, status],
  );
  return id;
}

const job = (key: string, inSeconds: number, payload: object = {}): Promise<object[]> =>
  looks.rows(
    `SELECT graphile_worker.add_job('payments.apply-notice', $1::json, run_at => now() + $2 * interval '1 second', job_key => $3)`,
    [JSON.stringify(payload), inSeconds, key],
  );

const delivery = (aggregateId: string, position: number, isDead: boolean): Promise<object[]> =>
  looks.rows(
    `INSERT INTO messaging.deliveries
       (consumer, position, message_id, tenant_id, name, aggregate_id, payload, occurred_at, dead_at)
     VALUES ('timeline', $1, gen_random_uuid(), 'alice', 'OrderPlaced', $2, '{}', now(), CASE WHEN $3 THEN now() END)`,
    [position, aggregateId, isDead],
  );

/** A keyed request; undecided without a status. */
const record = (key: string, status?: number, body: object = {}): Promise<object[]> =>
  looks.rows(
    `INSERT INTO idempotency.records (id, tenant_id, operation, key, fingerprint, fingerprint_version, saga_id, state,
       status, headers, body, created_at, decided_at, expires_at)
     SELECT gen_random_uuid(), 'alice', 'orders.place', $1::text, ''::bytea, 1, gen_random_uuid(),
       CASE WHEN s IS NULL THEN 'processing' ELSE 'decided' END, s, CASE WHEN s IS NOT NULL THEN '{}'::jsonb END,
       CASE WHEN s IS NOT NULL THEN $3::text END, now() - interval '1 minute', CASE WHEN s IS NOT NULL THEN now() END,
       CASE WHEN s IS NOT NULL THEN now() + interval '1 day' END
     FROM (SELECT $2::int AS s) AS given`,
    [key, status ?? null, JSON.stringify(body)],
  );

describe('a notice that nobody has applied yet', () => {
  it('is on its way, also while its job waits to be tried again', async () => {
    await job(`${await notice('received')}:apply`, 60, { failures: 6 });
    for (const status of ['parked', 'quarantined', 'applied'] as const) await notice(status);
    expect(await readOnItsWay(looks)).toEqual({ ...NOTHING, notices: 1 });
    expect(await readLeftOpen(looks)).toEqual({ inDoubt: 0, needsAttention: 0, parked: 1, quarantined: 1 });
  });

  it('is before a person when its job has killed three workers, until that is due', async () => {
    const id = await notice('received');
    await job(`${id}:apply`, 3_600, { crashes: 3 });
    expect(await readOnItsWay(looks)).toEqual(NOTHING);
    await looks.rows('UPDATE graphile_worker._private_jobs SET run_at = now()');
    expect(await readOnItsWay(looks)).toEqual({ ...NOTHING, jobs: 1, notices: 1 });
  });
});

describe('a flow that is under way', () => {
  const flow = async (definition: string, orderId: string): Promise<string> => {
    const id = randomUUID();
    await looks.rows(
      `INSERT INTO saga.sagas (id, tenant_id, definition, correlation_id, status, start, updated_at, version)
       VALUES ($1, 'alice', $2, $3, 'running', '{}', now(), 1)`,
      [id, definition, orderId],
    );
    return id;
  };

  it('is in doubt when the next look at the money of its order has to wait, whoever of them had wanted it', async () => {
    const [order, other] = [randomUUID(), randomUUID()];
    // A refund is a flow about itself, and names its order only in what it enqueues.
    const [refunding, cancelling] = [await flow('refund-payment', randomUUID()), await flow('cancel-order', order)];
    const [placing, late] = [await flow('place-order', other), await flow('place-order', randomUUID())];
    await job(`${refunding}:payment.refund:3`, 60, { orderId: order });
    await job(`${placing}:payment.capture:1`, 0, { orderId: other });
    await job(`${late}:reconsider`, 60);
    const watch = new InFlightWatch(looks, performance.now(), () => 2);
    await watch.look();
    expect(watch.everInDoubt).toEqual(new Set([refunding, cancelling]));
    expect(watch.samples).toMatchObject([{ sagas: 4, inDoubt: 2, serving: 2 }]);
  });
});

describe('what moves by itself', () => {
  it('is also what is due within moments, and not what is due later', async () => {
    await job('soon', 3);
    await job('later', 60);
    expect(await readMovingByItself(looks)).toEqual({ ...NOTHING, jobs: 1 });
    expect(await readOnItsWay(looks)).toEqual(NOTHING);
  });

  it('is no delivery that waits behind a dead one', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    await delivery(one, 1, true);
    await delivery(one, 2, false);
    await delivery(other, 3, false);
    expect(await readMovingByItself(looks)).toEqual({ ...NOTHING, deliveries: 1 });
    expect(await readOnItsWay(looks)).toEqual({ ...NOTHING, deliveries: 2 });
  });
});

describe('keyed requests', () => {
  it('that ended with a problem are counted by its code', async () => {
    await record('a', 409, { code: 'out_of_stock' });
    await record('b', 409, { code: 'out_of_stock' });
    await record('c', 402, { code: 'payment_declined' });
    await record('d', 201, { id: 'o' });
    await record('e');
    expect(await readProblems(looks)).toEqual({ out_of_stock: 2, payment_declined: 1 });
  });

  it('that are undecided to the end are told, each once, however many kills they have met', async () => {
    await record('a');
    await record('b', 201);
    const kills = [Date.now() - 20_000, Date.now() - 10_000];
    const before = await readRecoveries(looks, kills, new Set());
    expect(before).toMatchObject({ kills: 2, undecided: 2, neverDecided: 1 });
    expect(before.slowest).toMatchObject([{ operation: 'orders.place' }]);
    expect(Math.round(before.slowest[0]!.ms / 1_000)).toBe(20);
    expect(await readRecoveries(looks, [Date.now() - 3_600_000], new Set())).toMatchObject({ neverDecided: 0 });
  });
});
