import { Bench, saying } from '../support/bench.js';
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

  it('danger: the next transaction has another session behind a pooler, which does not know it', async () => {
    expect(await namesOnARoad({ asPooler: true })).toEqual(['', '']);
  });
});
