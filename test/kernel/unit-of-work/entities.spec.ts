import { Bench, type Process } from '../support/bench.js';
import { Thing, Unversioned } from '../support/thing.entity.js';
import { randomUUID } from 'node:crypto';

let bench: Bench;
let process: Process;
beforeAll(async () => {
  bench = await Bench.open();
  process = await bench.process();
});
afterAll(() => bench.close());

/** Which transaction wrote the row last: the same one as before when it was left alone. */
const writer = async (id: string): Promise<string> => {
  const [row] = await bench.rows<{ xmin: string }>('SELECT xmin::text FROM bench.things WHERE id = $1', [id]);
  return row!.xmin;
};

describe('one row inside one unit', () => {
  it('is one object, however it is asked for', async () => {
    const id = await bench.put(process, { origin: 'identity' });
    const same = await process.units.run(async () => {
      const byId = await process.entities.one(Thing, { id });
      const [byMember] = await process.entities.all(Thing, { origin: 'identity' });
      return byId !== undefined && byId === byMember && byId === (await process.entities.one(Thing, { id }));
    });
    expect(same).toBe(true);
  });

  it('keeps what this unit changed when it is read again', async () => {
    const id = await bench.put(process, { origin: 'kept' });
    await process.units.run(async () => {
      (await process.entities.one(Thing, { id }))!.state = 'changed';
      expect((await process.entities.all(Thing, { origin: 'kept' }))[0]).toMatchObject({ state: 'changed' });
    });
    expect(await bench.stored(id)).toMatchObject({ state: 'changed' });
  });

  it('is found before it is stored', async () => {
    const id = randomUUID();
    await process.units.run(async (unit) => {
      const thing = Thing.make({ id, origin: 'unborn' });
      unit.insert(thing);
      expect(await process.entities.one(Thing, { id })).toBe(thing);
      expect(await process.entities.all(Thing, { origin: 'unborn' })).toEqual([thing]);
      expect(await process.entities.all(Thing, { origin: 'somebody else' })).toEqual([]);
      thing.state = 'changed before the first commit';
    });
    expect(await bench.stored(id)).toMatchObject({ state: 'changed before the first commit', version: 1 });
  });

  it('is another object in the next unit', async () => {
    const id = await bench.put(process);
    const read = () => process.units.run(async () => process.entities.one(Thing, { id }));
    expect(await read()).not.toBe(await read());
  });
});

describe('outside a unit', () => {
  it('entities are for reading: changing one changes nothing', async () => {
    const id = await bench.put(process);
    (await process.entities.one(Thing, { id }))!.state = 'lost';
    await process.units.run(async () => undefined);
    expect(await bench.stored(id)).toMatchObject({ state: 'new', version: 1 });
  });
});

describe('what a commit updates', () => {
  it('is the changed entities and no others', async () => {
    const [touched, left] = [await bench.put(process), await bench.put(process)];
    const before = await writer(left);
    await process.units.run(async () => {
      (await process.entities.one(Thing, { id: touched }))!.amount = 7;
      await process.entities.one(Thing, { id: left });
    });
    expect(await bench.stored(touched)).toMatchObject({ amount: '7', version: 2 });
    expect(await bench.stored(left)).toMatchObject({ version: 1 });
    expect(await writer(left)).toBe(before);
  });

  it('is nothing when every member was set to what it was', async () => {
    const members = { note: null, amount: 5, detail: { a: [1] }, secret: Buffer.from('x'), due: new Date(0) };
    const id = await bench.put(process, members);
    const commits = process.units.commits;
    await process.units.run(async () => {
      const thing = (await process.entities.one(Thing, { id }))!;
      Object.assign(thing, { ...members, detail: { a: [1] }, secret: Buffer.from('x'), due: new Date(0) });
    });
    expect(process.units.commits).toBe(commits);
    expect(await bench.stored(id)).toMatchObject({ version: 1 });
  });

  it.each<[string, Partial<Thing>, (thing: Thing) => void, Record<string, unknown>]>([
    [
      'a JSON member',
      { detail: { list: [1] } },
      (t) => (t.detail!['list'] as number[]).push(2),
      { detail: { list: [1, 2] } },
    ],
    ['a date', { due: new Date(0) }, (t) => t.due!.setTime(1_000), { due: new Date(1_000) }],
    ['bytes', { secret: Buffer.from('ab') }, (t) => (t.secret![0] = 0x63), { secret: Buffer.from('cb') }],
  ])('includes a change inside %s', async (_, members, change, becomes) => {
    const id = await bench.put(process, members);
    await process.units.run(async () => change((await process.entities.one(Thing, { id }))!));
    expect(await bench.stored(id)).toMatchObject({ ...becomes, version: 2 });
  });

  it('leaves out the columns that never change', async () => {
    const id = await bench.put(process, { origin: 'here' });
    await process.units.run(async () => {
      Object.assign((await process.entities.one(Thing, { id }))!, { origin: 'there', state: 'moved' });
    });
    expect(await bench.stored(id)).toMatchObject({ origin: 'here', state: 'moved' });
  });

  it('carries the next version from before the commit on, so that an answer shows what will be stored', async () => {
    const id = await bench.put(process);
    const thing = await process.units.run(async () => {
      const read = (await process.entities.one(Thing, { id }))!;
      read.amount += 1;
      return read;
    });
    expect(thing.version).toBe(2);
    expect(await bench.stored(id)).toMatchObject({ version: 2 });
  });

  it('is refused for a class without a version: nothing would guard it', async () => {
    const id = randomUUID();
    await process.units.run(async (unit) => unit.insert(Object.assign(new Unversioned(), { id, state: 'new' })));
    const failing = process.units.run(async () => {
      (await process.entities.one(Unversioned, { id }))!.state = 'changed';
    });
    await expect(failing).rejects.toThrow('unversioned has no version column');
  });
});
