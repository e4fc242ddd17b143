import { Bench, doing, saying } from '../support/bench.js';
import { Rank } from '#shared/database/unit-of-work/write-kind.js';
import { openStatementRoad, type StatementRoad } from '../../support/statement-road.js';

let bench: Bench;
const roads: StatementRoad[] = [];
beforeAll(async () => {
  bench = await Bench.open();
});
afterAll(async () => {
  await bench.close();
  await Promise.all(roads.map((road) => road.close()));
});

/** The names under which the same statement of two units was kept by the session. */
async function namesOnARoad(options: { asPooler?: boolean }): Promise<string[]> {
  const road = await openStatementRoad(bench.database.url, options);
  roads.push(road);
  const names: string[] = [];
  road.watch(({ text, name }, moment) => {
    if (moment === 'before' && text.includes('bench.lines')) names.push(name);
    return 'pass';
  });
  const { units } = await bench.process({ url: road.url });
  for (const word of ['first', 'second']) await units.run(async (unit) => unit.write(saying(word), null));
  road.watch(undefined);
  return names;
}

describe('a statement that units repeat', () => {
  it('is planned once by a session that answers directly', async () => {
    const [first, second] = await namesOnARoad({});
    expect(first).toMatch(/^ichido_/);
    expect(second).toBe(first);
  });

  it('danger: a migration changes what it returns, and every unit on that connection fails from then on', async () => {
    await bench.rows('CREATE TABLE bench.counted (n integer)');
    const { units } = await bench.process({});
    await bench.rows('INSERT INTO bench.counted VALUES (1)');
    const counted: unknown[] = [];
    const counting = doing(Rank.update, async (sql) => {
      const { rows } = await sql<{ n: unknown }>('SELECT n FROM bench.counted');
      counted.push(rows[0]?.n);
    });
    const count = (): Promise<void> => units.run(async (unit) => unit.write(counting, null));
    await count();
    await bench.rows('ALTER TABLE bench.counted ALTER COLUMN n TYPE text');
    await count();
    await count();
    expect(counted).toEqual([1, '1', '1']);
  });

  it('danger: the next transaction has another session behind a pooler, which does not know it', async () => {
    expect(await namesOnARoad({ asPooler: true })).toEqual(['', '']);
  });
});
