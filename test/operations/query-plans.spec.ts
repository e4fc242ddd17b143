import { LookUps } from '#shared/database/look-ups.js';
import { BY_THE_INDEXES } from '#shared/database/pools.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { KeysStore } from '#modules/idempotency/by-saga/keys.store.js';
import { DeadLettersStore } from '#shared/messaging/dead-letters.store.js';
import { InboxStore } from '#shared/messaging/inbox.store.js';
import { SagaSearchStore, type SagaStanding } from '#shared/saga/saga-search.store.js';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';

/** So many that reading them all is never the cheapest way. */
const ROWS = 30_000;

/** Of each rare kind. */
const RARE = 3;

const id = (n: string, kind = '7000'): string =>
  `(lpad(to_hex(${n}), 8, '0') || '-0000-${kind}-8000-000000000000')::uuid`;

/** One of these for every ten thousand rows, the other one for all others. */
const rarely = (nth: number, rare: string, other: string): string =>
  `CASE WHEN n % ${ROWS / RARE} = ${nth} THEN ${rare} ELSE ${other} END`;

const numbers = `FROM generate_series(1, ${ROWS}) AS n`;

const YEARS_OF_ORDERS = [
  `INSERT INTO saga.sagas (id, tenant_id, definition, correlation_id, status, start, deadline_ms, updated_at, version, attention)
   SELECT ${id('n')}, 'shop', 'place-order', ${id('n', '7001')},
     ${rarely(1, "'running'", rarely(2, "'compensating'", rarely(3, "'compensated'", "'completed'")))},
     '{"orderId":"x"}', 900000, now(), 1, ${rarely(4, `'{"code":"x","detail":"y"}'::jsonb`, 'NULL')} ${numbers}`,
  `INSERT INTO saga.steps (saga_id, name, generation, kind, status)
   SELECT ${id('n')}, 'payment.capture', 1, 'forward', ${rarely(1, "'unknown'", "'done'")} ${numbers}`,
  `INSERT INTO messaging.deliveries
     (consumer, position, message_id, tenant_id, name, aggregate_id, payload, occurred_at, attempts, error, dead_at)
   SELECT 'orders.timeline', n, ${id('n')}, 'shop', 'orders.order-confirmed', ${id('n', '7001')}, '{}', now(), 1,
     ${rarely(0, "'Error: x'", 'NULL')}, ${rarely(0, 'now()', 'NULL')} ${numbers}`,
  `INSERT INTO messaging.inbox (id, provider, event_id, type, meaning, raw, status, detail, decided_at)
   SELECT ${id('n')}, 'stripe', 'evt_' || n, ${rarely(0, "'charge.rare'", "'payment_intent.succeeded'")}, '', '',
     ${rarely(1, "'parked'", rarely(2, "'quarantined'", rarely(3, "'ignored'", "'applied'")))}, 'x', now() ${numbers}`,
  `INSERT INTO idempotency.records (id, tenant_id, operation, key, fingerprint, fingerprint_version, state, status, headers,
     body, decided_at, expires_at)
   SELECT ${id('n')}, 'shop', 'orders.place', 'key-' || n, '', 1, 'decided', 201, '{}', '{}', now(), now() ${numbers}`,
  'VACUUM ANALYZE',
];

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly Plan[];
}

/** Shows how the database would carry out what is asked of it. */
class ExplainingSource extends DataSource {
  private readonly nodes: Plan[] = [];

  override async query<T>(text: string, values?: unknown[]): Promise<T> {
    const [row] = await super.query<{ 'QUERY PLAN': { Plan: Plan }[] }[]>(`EXPLAIN (FORMAT JSON) ${text}`, values);
    this.collect(row!['QUERY PLAN'][0]!.Plan);
    return super.query<T>(text, values);
  }

  /** The indexes of what was asked since the last time, and the tables that were read whole. */
  take(): { readonly indexes: string[]; readonly readWhole: string[] } {
    const nodes = this.nodes.splice(0);
    return {
      indexes: nodes.flatMap((node) => node['Index Name'] ?? []),
      readWhole: nodes.flatMap((node) => (node['Node Type'] === 'Seq Scan' ? (node['Relation Name'] ?? []) : [])),
    };
  }

  private collect(plan: Plan): void {
    this.nodes.push(plan);
    for (const part of plan.Plans ?? []) this.collect(part);
  }
}

/** Filling the tables, on a machine that is busy with other tests. */
const FILLED_WITHIN_MS = 120_000;

let database: TestDatabase;
let source: ExplainingSource;
beforeAll(async () => {
  database = await createTestDatabase();
  const filling = await new DataSource({ type: 'postgres', url: database.url }).initialize();
  for (const statement of YEARS_OF_ORDERS) await filling.query(statement);
  await filling.destroy();
  // As the service reads.
  source = new ExplainingSource({ type: 'postgres', url: database.url, extra: { options: BY_THE_INDEXES } });
  await source.initialize();
  source.take();
}, FILLED_WITHIN_MS);
afterAll(async () => {
  await source.destroy();
  await database.drop();
});

const sagasThatAre = (standing: SagaStanding) => async (): Promise<number> =>
  (await new SagaSearchStore(source).page({ standing, limit: 21 })).length;

const messages = (filter: object) => async (): Promise<number> =>
  (
    await new InboxStore(source, new LookUps((source.driver as PostgresDriver).master as Pool)).page({
      ...filter,
      limit: 21,
    })
  ).length;

const letters = async (): Promise<number> => (await new DeadLettersStore(source).page(21)).length;

describe('danger: a list that an operator needs in trouble reads everything that ever was', () => {
  it.each<[string, () => Promise<number>, string[]]>([
    ['sagas that run', sagasThatAre('running'), ['sagas_running']],
    ['sagas in doubt', sagasThatAre('in_doubt'), ['sagas_running', 'sagas_compensating']],
    ['sagas that turn back', sagasThatAre('compensating'), ['sagas_turned_back']],
    ['sagas that turned back', sagasThatAre('compensated'), ['sagas_turned_back']],
    ['sagas that need a person', sagasThatAre('needs_attention'), ['sagas_in_trouble']],
    ['dead letters', letters, ['deliveries_dead']],
    ['errors', async () => (await new DeadLettersStore(source).groups())[0]!.count, ['deliveries_dead']],
    ['parked messages', messages({ status: 'parked' }), ['inbox_open']],
    ['quarantined messages', messages({ status: 'quarantined' }), ['inbox_quarantined']],
    ['ignored messages', messages({ status: 'ignored' }), ['inbox_ignored']],
    ['messages of a type', messages({ type: 'charge.rare' }), ['inbox_of_type']],
  ])('%s', async (_, ask, indexes) => {
    const found = await ask();
    const { indexes: used, readWhole } = source.take();
    expect({ found, readWhole, used }).toEqual({ found: RARE, readWhole: [], used: expect.arrayContaining(indexes) });
  });

  it('a caller’s key, in whatever tenant and operation', async () => {
    const found = await new KeysStore(source).page({ key: 'key-4711', limit: 21 });
    const { indexes, readWhole } = source.take();
    expect([found.length, readWhole]).toEqual([1, []]);
    expect(new Set(indexes)).toEqual(new Set(['records_once_per_key']));
  });
});

describe('danger: two consumers have failed at one message, and the page between them swallows the second', () => {
  it('both are listed, one on each side', async () => {
    const store = new DeadLettersStore(source);
    await source.query(
      `INSERT INTO messaging.deliveries SELECT 'orders.report', position, message_id, tenant_id, name, aggregate_id, payload,
         occurred_at, ready_at, claim, attempts, error, dead_at FROM messaging.deliveries WHERE dead_at IS NOT NULL`,
    );
    const listed: string[] = [];
    for (let [last] = await store.page(1); last; [last] = await store.page(1, last)) {
      listed.push(`${last.consumer} ${last.position}`);
    }
    await source.query(`DELETE FROM messaging.deliveries WHERE consumer = 'orders.report'`);
    source.take();
    expect(listed).toHaveLength(2 * RARE);
    expect(new Set(listed).size).toBe(2 * RARE);
  });
});
