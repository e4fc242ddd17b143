import { Bench, doing, saying, type Process } from '../support/bench.js';
import { Thing } from '../support/thing.entity.js';
import { GuardRefused } from '#shared/database/unit-of-work/unit-errors.js';
import { Rank } from '#shared/database/unit-of-work/write-kind.js';
import { randomUUID } from 'node:crypto';

let bench: Bench;
let process: Process;
beforeAll(async () => {
  bench = await Bench.open();
  process = await bench.process();
});
afterAll(() => bench.close());

describe('what one unit has decided', () => {
  it('is committed together, in one transaction', async () => {
    const id = randomUUID();
    const before = process.units.commits;
    const answer = await process.units.run(async (unit) => {
      unit.insert(Thing.make({ id }));
      unit.write(saying('together'), null);
      return 'decided';
    });
    expect(answer).toBe('decided');
    expect(process.units.commits - before).toBe(1);
    const [row] = await bench.rows<{ same: boolean }>(
      `SELECT t.xmin = l.xmin AS same FROM bench.things t, bench.lines l WHERE t.id = $1 AND l.word = 'together'`,
      [id],
    );
    expect(row).toEqual({ same: true });
  });

  it('is not there at all when the last statement fails, and the error is the database’s own', async () => {
    const id = randomUUID();
    let runs = 0;
    const failing = process.units.run(async (unit) => {
      runs++;
      unit.insert(Thing.make({ id }));
      unit.write(saying('never'), null);
      unit.write(
        doing(Rank.stock, (sql) => sql('SELECT 1 / 0')),
        null,
      );
    });
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    expect(runs).toBe(1);
    expect(await bench.stored(id)).toBeUndefined();
    expect(await bench.words()).not.toContain('never');
  });

  it('is not there at all when its handler throws', async () => {
    const id = randomUUID();
    const failing = process.units.run(async (unit) => {
      unit.insert(Thing.make({ id }));
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await bench.stored(id)).toBeUndefined();
  });

  it('is invisible to everybody else until the commit', async () => {
    const id = randomUUID();
    let seen: unknown = 'not looked';
    await process.units.run(async (unit) => {
      unit.insert(Thing.make({ id }));
      unit.write(
        doing(Rank.stock, async () => (seen = await bench.stored(id))),
        null,
      );
    });
    expect(seen).toBeUndefined();
    expect(await bench.stored(id)).toMatchObject({ id });
  });

  it('opens no transaction when it is nothing', async () => {
    const before = process.units.commits;
    expect(await process.units.run(async () => 'looked only')).toBe('looked only');
    expect(process.units.commits).toBe(before);
  });
});

describe('the order of writing', () => {
  it('is claim, inserts, updates, mechanics, answers, stock, in whatever order the handlers wanted it', async () => {
    const id = await bench.put(process);
    const written: string[] = [];
    const noting = (name: string, rank: number) => doing(rank, async () => written.push(name), name);
    await process.units.run(async (unit) => {
      unit.write(noting('stock', Rank.stock), null);
      unit.write(noting('answer', Rank.answer), null);
      unit.write(noting('mechanics', Rank.mechanics), null);
      unit.write(noting('update', Rank.update), null);
      unit.write(noting('child', Rank.insertChild), null);
      unit.write(noting('insert', Rank.insert), null);
      unit.write(noting('claim', Rank.claim), null);
      (await process.entities.one(Thing, { id }))!.state = 'touched';
    });
    expect(written).toEqual(['claim', 'insert', 'child', 'update', 'mechanics', 'answer', 'stock']);
  });

  it('ends with a lost claim: nothing behind it is even tried', async () => {
    const tried: string[] = [];
    const claim = {
      ...doing(Rank.claim, async () => []),
      write: async () => [null],
      lost: () => new Error('claim lost'),
    };
    const failing = process.units.run(async (unit) => {
      unit.write(
        doing(Rank.insert, async () => tried.push('insert')),
        null,
      );
      unit.write(claim, null);
    });
    await expect(failing).rejects.toThrow('claim lost');
    expect(tried).toEqual([]);
  });
});

describe('a line that a guard refuses', () => {
  const guard = (key: string, allows: boolean) => ({
    ...doing(Rank.stock, async () => [], `guard ${key}`),
    write: async () => (allows ? [] : [null]),
    lost: () => new GuardRefused([key]),
  });

  it('runs the unit again with that line refused, and the refusal is committed', async () => {
    const runs: boolean[] = [];
    await process.units.run(async (unit) => {
      runs.push(unit.isRefused('tea'));
      if (unit.isRefused('tea')) unit.write(saying('no tea'), null);
      else {
        unit.write(saying('tea'), null);
        unit.write(guard('tea', false), null);
      }
    });
    expect(runs).toEqual([false, true]);
    expect(await bench.words()).toContain('no tea');
    expect(await bench.words()).not.toContain('tea');
  });

  it('stays refused when another one is refused after it', async () => {
    const runs: string[][] = [];
    await process.units.run(async (unit) => {
      const refused = ['tea', 'cup'].filter((key) => unit.isRefused(key));
      runs.push(refused);
      if (refused.length < 2) unit.write(guard(refused.length === 0 ? 'tea' : 'cup', false), null);
    });
    expect(runs).toEqual([[], ['tea'], ['tea', 'cup']]);
  });

  it('is no business of the next unit', async () => {
    await process.units.run(async (unit) => {
      if (!unit.isRefused('milk')) unit.write(guard('milk', false), null);
    });
    expect(await process.units.run(async (unit) => unit.isRefused('milk'))).toBe(false);
  });
});
