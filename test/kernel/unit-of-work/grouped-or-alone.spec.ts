import { Bench, doing, saying, type Process } from '../support/bench.js';
import { names, NameTaken, shortOf, takings } from '../support/counters.js';
import { Thing } from '../support/thing.entity.js';
import { Rank } from '#shared/database/unit-of-work/write-kind.js';
import fc from 'fast-check';
import { randomInt, randomUUID } from 'node:crypto';

/** One kind of order: what it changes beside claiming its name. */
interface Errand {
  readonly adds: readonly number[];
  readonly takes: readonly number[];
  readonly inserts: boolean;
  readonly breaks: boolean;
}

const THINGS = 12;
/** Plenty, few and none: most take, some are told that it is short. Of few each takes one: which of them is no matter. */
const ON_THE_SHELF = [100, 2, 0];
const PLENTY = 0;

/** One for a change of the code to fail by, and one for what nobody has thought of; the name of the test tells it. */
const SEEDS = [2026, randomInt(2 ** 31)];

const errand: fc.Arbitrary<Errand> = fc.record({
  adds: fc.uniqueArray(fc.nat(THINGS - 1), { maxLength: 1 }),
  takes: fc.oneof({ weight: 6, arbitrary: fc.constantFrom([], [0]) }, { weight: 1, arbitrary: fc.subarray([0, 1, 2]) }),
  inserts: fc.boolean(),
  breaks: fc.nat(24).map((n) => n === 0),
});

/** Errands, and the order in which they arrive: most come more than once. */
const arrivals = fc.array(errand, { minLength: 4, maxLength: 16 }).chain((errands) =>
  fc.record({
    errands: fc.constant(errands),
    order: fc.array(fc.nat(errands.length - 1), { minLength: 8, maxLength: 32 }),
  }),
);

let bench: Bench;
let process: Process;
beforeAll(async () => {
  bench = await Bench.open();
  process = await bench.process();
});
afterAll(() => bench.close());

/** Rows of their own for one run over a list of arrivals. */
class Stage {
  readonly name = randomUUID();
  readonly things: string[] = [];

  static async set(): Promise<Stage> {
    const stage = new Stage();
    for (let n = 0; n < THINGS; n++) stage.things.push(await bench.put(process, { note: stage.name }));
    for (const [n, amount] of ON_THE_SHELF.entries())
      await bench.rows('INSERT INTO bench.counters VALUES ($1, $2)', [stage.counter(n), amount]);
    return stage;
  }

  counter(n: number): string {
    return `${this.name}/${n}`;
  }

  async run({ adds, takes, inserts, breaks }: Errand, index: number): Promise<string> {
    const deciding = process.units.run(async (unit) => {
      unit.write(names, `${this.name}/${index}`);
      if (breaks)
        unit.write(
          doing(Rank.answer, (sql) => sql('SELECT 1 / 0'), randomUUID()),
          null,
        );
      if (inserts) unit.insert(Thing.make({ id: randomUUID(), note: this.name, state: `made by ${index}` }));
      for (const n of adds) (await process.entities.one(Thing, { id: this.things[n]! }))!.amount += 1;
      for (const n of takes) {
        const counter = this.counter(n);
        if (unit.isRefused(shortOf(counter))) unit.write(saying(`${this.name}: short of ${n}`), null);
        else unit.write(takings, { counter, amount: n === PLENTY ? 1 + (index % 3) : 1 });
      }
    });
    return deciding.then(
      () => 'done',
      (error: Error) => (error instanceof NameTaken ? 'taken' : error.message),
    );
  }

  /** All that is in the database of this run, without what is random. */
  async left(): Promise<unknown> {
    const like = `${this.name}%`;
    const bare = (text: string): string => text.slice(this.name.length);
    const things = await bench.rows<object>(
      'SELECT state, amount, version FROM bench.things WHERE note = $1 ORDER BY state, amount, version',
      [this.name],
    );
    const words = await bench.rows<{ word: string }>('SELECT word FROM bench.lines WHERE word LIKE $1', [like]);
    const claimed = await bench.rows<{ name: string }>('SELECT name FROM bench.names WHERE name LIKE $1', [like]);
    const counters = await bench.rows<{ name: string; amount: string }>(
      'SELECT name, amount FROM bench.counters WHERE name LIKE $1',
      [like],
    );
    return {
      things,
      words: words.map(({ word }) => bare(word)).toSorted(),
      claimed: claimed.map(({ name }) => bare(name)).toSorted(),
      counters: counters.map(({ name, amount }) => `${bare(name)} ${amount}`).toSorted(),
    };
  }
}

describe('units that are written in groups', () => {
  it.each(SEEDS)(
    'leave the same database and hear the same as units that are written one by one (seed %i)',
    async (seed) => {
      let shared = 0;
      process.groups.onGroup((units) => (shared += Math.sign(units - 1)));
      await fc.assert(
        fc.asyncProperty(arrivals, async ({ errands, order }) => {
          const [grouped, alone] = [await Stage.set(), await Stage.set()];
          const heard = { grouped: [] as string[], alone: [] as string[] };
          heard.grouped = await Promise.all(order.map((index) => grouped.run(errands[index]!, index)));
          for (const index of order) heard.alone.push(await alone.run(errands[index]!, index));
          const heardOf = (of: readonly string[]): string[] =>
            of.map((outcome, position) => `${order[position]}: ${outcome}`).toSorted();
          expect(heardOf(heard.grouped)).toEqual(heardOf(heard.alone));
          expect(await grouped.left()).toEqual(await alone.left());
        }),
        // 25 lists hold about 500 units.
        { seed, numRuns: 25 },
      );
      expect(shared).toBeGreaterThan(10);
    },
  );
});
