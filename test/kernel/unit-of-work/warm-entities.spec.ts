import { Bench, saying, type Process } from '../support/bench.js';
import { Thing } from '../support/thing.entity.js';

let bench: Bench;
let here: Process;
let elsewhere: Process;
beforeAll(async () => {
  bench = await Bench.open();
  here = await bench.process();
  elsewhere = await bench.process();
});
afterAll(() => bench.close());

/** Something that is answered when its unit is committed. */
const rendering = saying('rendered');

const change = (process: Process, id: string, members: Partial<Thing>) =>
  process.units.run(async () => {
    Object.assign((await process.entities.one(Thing, { id }))!, members);
  });

/** A thing that this process has committed a moment ago, and that another one has changed since. */
async function changedElsewhere(): Promise<string> {
  const id = await bench.put(here);
  await change(here, id, { state: 'written here' });
  await change(elsewhere, id, { state: 'written elsewhere' });
  return id;
}

describe('a row that this process has just committed', () => {
  it('is known as it was committed, without being read', async () => {
    const id = await changedElsewhere();
    const seen: string[] = [];
    await here.units.run(async () => {
      const thing = (await here.entities.one(Thing, { id }))!;
      seen.push(thing.state);
      thing.note = 'seen';
    });
    expect(seen).toEqual(['written here', 'written elsewhere']);
  });

  it('is an object of its own for every unit: what one does to it, and throws away, no other one sees', async () => {
    const id = await bench.put(here);
    await change(here, id, { detail: { count: 1 } });
    await here.units
      .run(async () => {
        (await here.entities.one(Thing, { id }))!.detail!.count = 2;
        throw new Error('changed its mind');
      })
      .catch(() => undefined);
    await here.units.run(async (unit) => {
      const thing = (await here.entities.one(Thing, { id }))!;
      unit.write(saying(`${id} counts ${String(thing.detail!.count)}`), null);
    });
    expect(await bench.words()).toContain(`${id} counts 1`);
  });

  it('is read where nobody decides anything', async () => {
    const id = await changedElsewhere();
    expect((await here.entities.one(Thing, { id }))!.state).toBe('written elsewhere');
  });
});

describe('danger: another process has changed the row meanwhile', () => {
  it('a unit that writes it decides again, and both changes stay', async () => {
    const id = await changedElsewhere();
    await here.units.run(async () => {
      const thing = (await here.entities.one(Thing, { id }))!;
      thing.note = `after ${thing.state}`;
    });
    expect(await bench.stored(id)).toMatchObject({ state: 'written elsewhere', note: 'after written elsewhere' });
  });

  it('a unit that only reads it, and writes something else, decides on what is there', async () => {
    const id = await changedElsewhere();
    await here.units.run(async (unit) => {
      const { state } = (await here.entities.one(Thing, { id }))!;
      unit.write(saying(`${id} was ${state}`), null);
    });
    expect((await bench.words()).filter((word) => word.startsWith(id))).toEqual([`${id} was written elsewhere`]);
  });

  it('a unit that would do nothing, or refuse, does so on what is there', async () => {
    const id = await changedElsewhere();
    const state = await here.units.run(async () => (await here.entities.one(Thing, { id }))!.state);
    expect(state).toBe('written elsewhere');
    const refusal = here.units.run(async () => {
      throw new Error(`refused: ${(await here.entities.one(Thing, { id }))!.state}`);
    });
    await expect(refusal).rejects.toThrow('refused: written elsewhere');
  });

  it('to decide again is no repetition: nothing of it was ever sent to be committed', async () => {
    const id = await changedElsewhere();
    const repeats: boolean[] = [];
    await here.units.run(async (unit) => {
      repeats.push(unit.isRepeat);
      await here.entities.one(Thing, { id });
    });
    expect(repeats).toEqual([false, false]);
  });
});

describe('one unit', () => {
  it('asks once: what it finds a second time is of the same moment', async () => {
    const id = await bench.put(elsewhere, { origin: 'asked twice' });
    const found = await here.units.run(async () => {
      const [before] = await here.entities.all(Thing, { origin: 'asked twice' });
      const was = before!.state;
      await change(elsewhere, id, { state: 'changed in between' });
      const [after] = await here.entities.all(Thing, { origin: 'asked twice' });
      return { was, is: after!.state, same: before === after };
    });
    expect(found).toEqual({ was: 'new', is: 'new', same: true });
  });
});

describe('danger: the database is another one, which has lost what was committed', () => {
  it('what was warm is forgotten: a version that was counted anew is not taken for the one that was lost', async () => {
    const id = await changedElsewhere();
    here.warm.forgetAll();
    const seen: string[] = [];
    await here.units.run(async () => {
      const thing = (await here.entities.one(Thing, { id }))!;
      seen.push(thing.state);
      thing.note = 'seen';
    });
    expect(seen).toEqual(['written elsewhere']);
  });
});

describe('danger: nothing names no row', () => {
  it('a member that is null finds what the database finds for it: nothing', async () => {
    const id = await bench.put(here, { note: null });
    await here.units.run(async () => void (await here.entities.one(Thing, { note: 'teaches the way' })));
    await change(here, id, { state: 'changed' });
    for (const note of [null, undefined] as unknown as string[])
      await here.units.run(async () => expect(await here.entities.one(Thing, { note })).toBeUndefined());
  });
});

describe('danger: somebody who takes part in the commit asks for a row', () => {
  it('is given what the database says, since nothing would check a guess any more', async () => {
    const id = await changedElsewhere();
    const written = await bench.put(elsewhere);
    const seen: string[] = [];
    here.units.join(async (unit) => {
      if (unit.rowsOf(rendering).length > 0) seen.push((await here.entities.one(Thing, { id }))!.state);
    });
    await here.units.run(async (unit) => {
      unit.write(rendering, null);
      (await here.entities.one(Thing, { id: written }))!.state = 'written';
    });
    expect(seen).toEqual(['written elsewhere']);
  });
});
