import { Bench, doing, saying, type Process } from '../support/bench.js';
import { lateNames, names, NameTaken, shortOf, takings } from '../support/counters.js';
import { gate } from '../support/gate.js';
import { Thing } from '../support/thing.entity.js';
import { until } from '../../support/until.js';
import type { Unit } from '#shared/database/unit-of-work/unit.js';
import { Rank } from '#shared/database/unit-of-work/write-kind.js';
import { randomUUID } from 'node:crypto';
import pg from 'pg';

let bench: Bench;
let process: Process;
beforeAll(async () => {
  bench = await Bench.open();
  process = await bench.process();
});
afterAll(() => bench.close());

/** Starts all these units while another one is being written, so that they are ready together. */
async function together<T>(...works: ((unit: Unit) => Promise<T>)[]): Promise<PromiseSettledResult<T>[]> {
  const inside = gate();
  const allReady = gate();
  const first = process.units.run(async (unit) =>
    unit.write(
      doing(
        Rank.claim,
        async () => {
          inside.open();
          await allReady.opened;
        },
        `hold ${randomUUID()}`,
      ),
      null,
    ),
  );
  await inside.opened;
  let missing = works.length;
  const decided = gate();
  const running = works.map((work) =>
    process.units.run(async (unit) => {
      const result = await work(unit);
      missing--;
      if (missing === 0) decided.open();
      return result;
    }),
  );
  const settled = Promise.allSettled(running);
  await decided.opened;
  allReady.open();
  await first;
  return settled;
}

/** The transaction that wrote each thing. */
const writtenBy = async (ids: readonly string[]): Promise<string[]> => {
  const rows = await bench.rows<{ id: string; xmin: string }>(
    'SELECT id, xmin::text FROM bench.things WHERE id = ANY($1)',
    [ids],
  );
  return ids.map((id) => rows.find((row) => row.id === id)?.xmin ?? 'nobody');
};

const inserting =
  (id: string, further: (unit: Unit) => void = () => undefined) =>
  async (unit: Unit): Promise<string> => {
    unit.insert(Thing.make({ id }));
    further(unit);
    return id;
  };

const ids = (count: number): string[] => Array.from({ length: count }, () => randomUUID());
const statuses = (results: readonly PromiseSettledResult<unknown>[]): string[] => results.map(({ status }) => status);

describe('units that are ready while another one is being written', () => {
  it('share the next transaction', async () => {
    const own = ids(5);
    await together(...own.map((id) => inserting(id)));
    const [first, ...others] = await writtenBy(own);
    expect(first).not.toBe('nobody');
    expect(others).toEqual(others.map(() => first));
  });

  it('are told of their own commit only, each once', async () => {
    const told: string[] = [];
    const own = ids(3);
    await together(...own.map((id) => inserting(id, (unit) => unit.afterCommit(() => told.push(id)))));
    expect(told.toSorted()).toEqual(own.toSorted());
  });

  it('are written at once when nobody is being written: none waits for a second one', async () => {
    const sizes: number[] = [];
    process.groups.onGroup((units) => sizes.push(units));
    await bench.put(process);
    await bench.put(process);
    expect(sizes).toEqual([1, 1]);
  });

  it('are at most 128 in one transaction', async () => {
    const own = ids(150);
    await together(...own.map((id) => inserting(id)));
    const sizes = Map.groupBy(await writtenBy(own), (transaction) => transaction);
    expect([...sizes.values()].map((same) => same.length)).toEqual([128, 22]);
  });
});

describe('a unit that cannot be written as it is', () => {
  it('leaves when its claim is taken, and the others share one transaction', async () => {
    const taken = randomUUID();
    await process.units.run(async (unit) => unit.write(names, taken));
    const [a, loser, b] = ids(3) as [string, string, string];
    const [first, second, third] = await together(
      inserting(a),
      inserting(loser, (unit) => unit.write(names, taken)),
      inserting(b),
    );
    expect([first?.status, second?.status, third?.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((second as PromiseRejectedResult).reason).toBeInstanceOf(NameTaken);
    const [byA, byLoser, byB] = await writtenBy([a, loser, b]);
    expect(byLoser).toBe('nobody');
    expect(byA).toBe(byB);
  });

  it('leaves nothing behind when it loses after some of it was written; the others are written without it', async () => {
    const taken = randomUUID();
    await process.units.run(async (unit) => unit.write(names, taken));
    const [a, loser] = ids(2) as [string, string];
    const results = await together(
      inserting(a, (unit) => unit.write(saying(`beside ${taken}`), null)),
      inserting(loser, (unit) => unit.write(lateNames, taken)),
    );
    expect(statuses(results)).toEqual(['fulfilled', 'rejected']);
    expect(await bench.stored(loser)).toBeUndefined();
    expect((await bench.words()).filter((word) => word === `beside ${taken}`)).toHaveLength(1);
  });

  it('decides again alone when another process was faster; its neighbours are decided once', async () => {
    const [contested, beside] = ids(2) as [string, string];
    await process.units.run(inserting(contested));
    const other = await bench.process();
    let runs = 0;
    const results = await together(
      async () => {
        runs++;
        const thing = (await process.entities.one(Thing, { id: contested }))!;
        if (runs === 1)
          await other.units.run(async () => {
            (await other.entities.one(Thing, { id: contested }))!.amount += 1;
          });
        thing.amount += 1;
      },
      async (unit) => void (await inserting(beside)(unit)),
    );
    expect(statuses(results)).toEqual(['fulfilled', 'fulfilled']);
    expect(await bench.stored(contested)).toMatchObject({ amount: '2', version: 3 });
    expect(await bench.stored(beside)).toBeDefined();
  });

  it('harms nobody by an error of its own, and is the only one that hears of it', async () => {
    const own = ids(3);
    const results = await together(
      inserting(own[0]!),
      inserting(own[1]!, (unit) =>
        unit.write(
          doing(Rank.stock, (sql) => sql('SELECT 1 / 0'), own[1]),
          null,
        ),
      ),
      inserting(own[2]!),
    );
    expect(statuses(results)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((results[1] as PromiseRejectedResult).reason).toMatchObject({ code: '22012' });
    expect((await writtenBy(own)).map((by) => by !== 'nobody')).toEqual([true, false, true]);
  });

  it('does not hold up the others while somebody holds its row', async () => {
    const [held, free] = ids(2) as [string, string];
    await process.units.run(inserting(held));
    const holder = new pg.Client({ connectionString: bench.database.url });
    await holder.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT 1 FROM bench.things WHERE id = $1 FOR UPDATE', [held]);
      const waiting = process.units.run(async () => {
        (await process.entities.one(Thing, { id: held }))!.amount += 1;
      });
      await process.units.run(inserting(free));
      await until('the other is written', () => bench.stored(free));
      await holder.query('COMMIT');
      await waiting;
      expect(await bench.stored(held)).toMatchObject({ amount: '1' });
    } finally {
      await holder.end();
    }
  });

  it('nor when more of them wait for it than there are connections for those who go alone', async () => {
    const [held, free] = ids(2) as [string, string];
    await bench.rows('INSERT INTO bench.counters VALUES ($1, 100), ($2, 100)', [held, free]);
    const holder = new pg.Client({ connectionString: bench.database.url });
    await holder.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT 1 FROM bench.counters WHERE name = $1 FOR UPDATE', [held]);
      // So many that the last would be refused, did each turn last as long as a group waits for a row.
      const own = ids(60);
      const last = own.at(-1)!;
      const settled = together(
        ...own.map((id) =>
          inserting(id, (unit) => unit.write(takings, { counter: id === last ? free : held, amount: 1 })),
        ),
      );
      await until('the last one is written', () => bench.stored(last));
      expect(await Promise.all(own.slice(0, -1).map((id) => bench.stored(id)))).toEqual(
        own.slice(1).map(() => undefined),
      );
      await holder.query('COMMIT');
      expect(statuses(await settled)).toEqual(own.map(() => 'fulfilled'));
      const amounts = await bench.rows('SELECT amount FROM bench.counters WHERE name = ANY($1) ORDER BY amount', [
        [held, free],
      ]);
      expect(amounts).toEqual([{ amount: `${100 - own.length + 1}` }, { amount: '99' }]);
    } finally {
      await holder.end();
    }
  });
});

describe('units that want the same row', () => {
  it('are written one after the other when it cannot be shared', async () => {
    const id = await bench.put(process);
    let runs = 0;
    const adding = async (): Promise<void> => {
      runs++;
      (await process.entities.one(Thing, { id }))!.amount += 1;
    };
    await together(adding, adding, adding);
    expect(await bench.stored(id)).toMatchObject({ amount: '3', version: 4 });
    expect(runs).toBeGreaterThan(3);
  });

  it('are written at once when what they do adds up', async () => {
    const counter = randomUUID();
    await bench.rows('INSERT INTO bench.counters VALUES ($1, 10)', [counter]);
    const own = ids(3);
    await together(...own.map((id) => inserting(id, (unit) => unit.write(takings, { counter, amount: 2 }))));
    expect(new Set(await writtenBy(own)).size).toBe(1);
    expect(await bench.rows('SELECT amount FROM bench.counters WHERE name = $1', [counter])).toEqual([{ amount: '4' }]);
  });

  it('are decided one by one when there is not enough for all: as many get it as can', async () => {
    const [counter, plenty] = ids(2) as [string, string];
    await bench.rows('INSERT INTO bench.counters VALUES ($1, 5), ($2, 100)', [counter, plenty]);
    const own = ids(4);
    const taking =
      (id: string, name: string) =>
      async (unit: Unit): Promise<string> => {
        unit.insert(Thing.make({ id }));
        if (unit.isRefused(shortOf(name))) return 'short';
        unit.write(takings, { counter: name, amount: 2 });
        return 'taken';
      };
    const results = await together(...own.slice(0, 3).map((id) => taking(id, counter)), taking(own[3]!, plenty));
    const outcomes = results.map((result) => (result as PromiseFulfilledResult<string>).value);
    expect(outcomes.slice(0, 3).toSorted()).toEqual(['short', 'taken', 'taken']);
    expect(outcomes[3]).toBe('taken');
    expect(await bench.rows('SELECT amount FROM bench.counters WHERE name = $1', [counter])).toEqual([{ amount: '1' }]);
  });
});
