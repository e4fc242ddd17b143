import { gate } from '../support/gate.js';
import { openStatementRoad, type StatementRoad } from '../../support/statement-road.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { LookUps } from '#shared/database/look-ups.js';
import { createPipeliningPool, LOOKED_UP_IN_TIME } from '#shared/database/pools.js';
import pg, { type Pool } from 'pg';

let database: TestDatabase;
let road: StatementRoad;
let pool: Pool;
let lookUps: LookUps;
beforeAll(async () => {
  database = await createTestDatabase();
  road = await openStatementRoad(database.url);
});
beforeEach(() => {
  pool = createPipeliningPool(road.url, 1, 'look-ups', LOOKED_UP_IN_TIME);
  lookUps = new LookUps(pool);
});
afterEach(() => pool.end());
afterAll(async () => {
  await road.close();
  await database.drop();
});

const echo = async (n: number): Promise<number> =>
  (await lookUps.find<{ n: number }>('SELECT $1::int AS n', [n]))[0]!.n;

const outcome = async (asked: Promise<unknown>): Promise<unknown> => asked.catch((error: unknown) => error);

describe('looking up', () => {
  it('answers each of many who ask at once with what he has asked for', async () => {
    const numbers = Array.from({ length: 500 }, (_, n) => n);
    expect(await Promise.all(numbers.map(echo))).toEqual(numbers);
  });

  it('needs one connection for all of them', async () => {
    await Promise.all([echo(1), echo(2), echo(3)]);
    expect(pool.totalCount).toBe(1);
  });
});

describe('danger: questions share a message, and one of them cannot be answered', () => {
  it('the others are, and the next one too', async () => {
    const refused = outcome(lookUps.find('SELECT 1 / $1::int', [0]));
    expect(await Promise.all([echo(1), refused, echo(2)])).toEqual([1, expect.objectContaining({ code: '22012' }), 2]);
    expect(await echo(3)).toBe(3);
  });
});

describe('danger: a table is locked for longer than anybody waits', () => {
  it('who asks for it is refused, and those who share the message are answered', async () => {
    const holder = new pg.Client({ connectionString: database.url });
    await holder.connect();
    try {
      await holder.query('BEGIN; LOCK TABLE orders.orders IN ACCESS EXCLUSIVE MODE');
      const locked = outcome(lookUps.find('SELECT id FROM orders.orders WHERE tenant_id = $1', ['alice']));
      const answers = await Promise.all([echo(1), locked, echo(2)]);
      expect(answers).toEqual([1, expect.objectContaining({ code: '57014' }), 2]);
      expect(pool.totalCount).toBe(1);
    } finally {
      await holder.end();
    }
  });
});

describe('danger: the connection ends while many wait for it', () => {
  it('each of them hears it, and the next one is answered', async () => {
    await echo(0);
    const terminated = lookUps.find('SELECT pg_terminate_backend(pg_backend_pid())', []);
    const outcomes = await Promise.all([terminated, echo(1), echo(2)].map(outcome));
    expect(outcomes).toEqual([expect.any(Error), expect.any(Error), expect.any(Error)]);
    expect(await echo(3)).toBe(3);
  });
});

describe('danger: the database falls silent, and everybody waits behind one message', () => {
  it('whoever is on the way hears it, and who came later is answered', async () => {
    const met = gate();
    const never = gate();
    let isOver = false;
    road.watch(async ({ text }, when) => {
      if (isOver || when !== 'before' || !text.includes('pg_sleep')) return 'pass';
      isOver = true;
      met.open();
      await never.opened;
      return 'cut';
    });
    const first = outcome(lookUps.find('SELECT pg_sleep($1)', [0]));
    await met.opened;
    expect(await Promise.all([first, echo(4)])).toEqual([expect.any(Error), 4]);
  });
});
