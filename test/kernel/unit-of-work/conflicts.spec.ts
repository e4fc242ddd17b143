import { Bench, type Process } from '../support/bench.js';
import { barrier, gate } from '../support/gate.js';
import { Thing } from '../support/thing.entity.js';
import { randomUUID } from 'node:crypto';

let bench: Bench;
let one: Process;
let other: Process;
beforeAll(async () => {
  bench = await Bench.open();
  one = await bench.process();
  other = await bench.process();
});
afterAll(() => bench.close());

describe('two units that change one row', () => {
  it('both take effect: the second decides again on what the first has left', async () => {
    const id = await bench.put(one, { amount: 10 });
    const bothHaveRead = barrier(2);
    const runs = [0, 0];
    const adding = (process: Process, index: number) =>
      process.units.run(async () => {
        runs[index]!++;
        const thing = (await process.entities.one(Thing, { id }))!;
        if (runs[index] === 1) await bothHaveRead();
        thing.amount += 5;
      });
    await Promise.all([adding(one, 0), adding(other, 1)]);
    expect(await bench.stored(id)).toMatchObject({ amount: '20', version: 3 });
    expect(runs.toSorted()).toEqual([1, 2]);
  });

  it('need no second run when they do not meet', async () => {
    const id = await bench.put(one);
    let runs = 0;
    for (const process of [one, other])
      await process.units.run(async () => {
        runs++;
        (await process.entities.one(Thing, { id }))!.amount += 1;
      });
    expect(runs).toBe(2);
    expect(await bench.stored(id)).toMatchObject({ amount: '2', version: 3 });
  });
});

describe('danger: a unit decides on a row that it does not write, and that changes meanwhile', () => {
  it('relies on it: it decides again, and the row counts as changed', async () => {
    const [looked, own] = [await bench.put(one, { state: 'open' }), await bench.put(one)];
    let runs = 0;
    await one.units.run(async (unit) => {
      runs++;
      const thing = (await one.entities.one(Thing, { id: looked }))!;
      unit.relyOn(thing);
      if (runs === 1)
        await other.units.run(async () => {
          (await other.entities.one(Thing, { id: looked }))!.state = 'shut';
        });
      (await one.entities.one(Thing, { id: own }))!.state = `it was ${thing.state}`;
    });
    expect(runs).toBe(2);
    expect(await bench.stored(own)).toMatchObject({ state: 'it was shut' });
    expect(await bench.stored(looked)).toMatchObject({ state: 'shut', version: 3 });
  });
});

describe('B033 Version column is not enforced on save', () => {
  it.each([
    ['the one that completes', 'completed', 'compensating'],
    ['the one that turns back', 'compensating', 'completed'],
  ])('two units read version 3; %s commits first and is the only one that wins', async (_, first, second) => {
    const id = await bench.put(one, { state: 'running', version: 3 });
    const bothHaveRead = barrier(2);
    const firstIsIn = gate();
    const runs = { first: 0, second: 0 };
    const deciding = (process: Process, who: 'first' | 'second', state: string) =>
      process.units.run(async () => {
        runs[who]++;
        const thing = (await process.entities.one(Thing, { id }))!;
        if (thing.state !== 'running') return 'found nothing to do';
        await bothHaveRead();
        if (who === 'second') await firstIsIn.opened;
        thing.state = state;
        return 'decided';
      });
    const winner = deciding(one, 'first', first).finally(() => firstIsIn.open());
    const loser = deciding(other, 'second', second);
    expect(await Promise.all([winner, loser])).toEqual(['decided', 'found nothing to do']);
    expect(await bench.stored(id)).toMatchObject({ state: first, version: 4 });
    expect(runs).toEqual({ first: 1, second: 2 });
  });
});

describe('B034 save() turns an insert into an update', () => {
  it('an insert of an identity that is taken changes no column and runs its unit again', async () => {
    const id = await bench.put(one, { state: 'first', note: 'mine' });
    let runs = 0;
    const outcome = await other.units.run(async (unit) => {
      runs++;
      // A first look that misses, as in a race between looking and inserting.
      if (runs > 1 && (await other.entities.one(Thing, { id }))) return 'told before';
      unit.insert(Thing.make({ id, state: 'second', note: 'yours' }));
      return 'new';
    });
    expect(outcome).toBe('told before');
    expect(runs).toBe(2);
    expect(await bench.stored(id)).toMatchObject({ state: 'first', note: 'mine', version: 1 });
  });

  it('of two simultaneous inserts one starts the work, the other finds it started', async () => {
    const id = randomUUID();
    const bothHaveLooked = barrier(2);
    const starting = (process: Process, by: string) => {
      let runs = 0;
      return process.units.run(async (unit) => {
        runs++;
        if (await process.entities.one(Thing, { id })) return 'told before';
        if (runs === 1) await bothHaveLooked();
        unit.insert(Thing.make({ id, state: by }));
        return 'new';
      });
    };
    const outcomes = await Promise.all([starting(one, 'one'), starting(other, 'other')]);
    expect(outcomes.toSorted()).toEqual(['new', 'told before']);
    expect(await bench.stored(id)).toMatchObject({ state: outcomes[0] === 'new' ? 'one' : 'other', version: 1 });
  });
});

describe('B156 Version conflict counted as a business failure', () => {
  it('50 units touch one row at once and all of them settle', async () => {
    const id = await bench.put(one);
    const everybodyHasRead = barrier(50);
    const touching = (process: Process) => {
      let runs = 0;
      return process.units.run(async () => {
        runs++;
        const thing = (await process.entities.one(Thing, { id }))!;
        if (runs === 1) await everybodyHasRead();
        thing.amount += 1;
      });
    };
    await Promise.all(Array.from({ length: 50 }, (_, index) => touching(index % 2 === 0 ? one : other)));
    expect(await bench.stored(id)).toMatchObject({ amount: '50', version: 51 });
  });
});
