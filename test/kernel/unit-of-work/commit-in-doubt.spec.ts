import { Bench, saying, type Process } from '../support/bench.js';
import { cutCommits, type CommitCutter } from '../support/commit-cutter.js';

let bench: Bench;
let road: CommitCutter;
let process: Process;
beforeAll(async () => {
  bench = await Bench.open();
});
beforeEach(async () => {
  road = await cutCommits(bench.database.url);
  process = await bench.process({ url: road.url });
});
afterEach(() => road.close());
afterAll(() => bench.close());

/** Says a word in one unit; tells how often the unit ran and whether it was told of its commit. */
const saysOnce = async (word: string) => {
  const seen = { runs: 0, told: 0, error: undefined as Error | undefined };
  await process.units
    .run(async (unit) => {
      seen.runs++;
      unit.write(saying(word), null);
      unit.afterCommit(() => seen.told++);
    })
    .catch((error: Error) => (seen.error = error));
  return { ...seen, effects: (await bench.words()).filter((said) => said === word).length };
};

describe('a commit whose answer is lost', () => {
  it('is known to have taken effect, and its unit does not run again', async () => {
    road.cutNext('its answer is lost');
    expect(await saysOnce('committed')).toEqual({ runs: 1, told: 1, error: undefined, effects: 1 });
  });

  it('leaves the pool whole', async () => {
    road.cutNext('its answer is lost');
    await saysOnce('first');
    await Promise.all(Array.from({ length: 20 }, (_, index) => saysOnce(`after ${index}`)));
    expect(process.pool.waitingCount).toBe(0);
    expect(process.pool.idleCount).toBe(process.pool.totalCount);
  });
});

describe('a commit that never arrived', () => {
  it('is known to have had no effect: its unit runs again, and is told of the commit that happened', async () => {
    road.cutNext('it is lost');
    expect(await saysOnce('aborted')).toEqual({ runs: 2, told: 1, error: undefined, effects: 1 });
  });
});

describe('a commit after which the database cannot be asked any more', () => {
  it('is in doubt: not run again, not called committed, and named as what it is', async () => {
    road.cutNext('its answer is lost and the road is closed');
    const { error, ...seen } = await saysOnce('in doubt');
    expect(seen).toMatchObject({ runs: 1, told: 0 });
    expect(error).toMatchObject({ name: 'CommitInDoubt' });
  });
});
