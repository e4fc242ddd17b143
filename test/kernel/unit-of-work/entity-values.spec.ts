import { Bench, type Process } from '../support/bench.js';
import { Thing } from '../support/thing.entity.js';
import { randomUUID } from 'node:crypto';

let bench: Bench;
let process: Process;
beforeAll(async () => {
  bench = await Bench.open();
  process = await bench.process();
});
afterAll(() => bench.close());

const ODD_TEXTS = ['', 'NULL', 'null', '{a,b}', '"quoted"', 'back\\slash', "it's", 'a,b', '\n\t', '一度', '🍵', ' '];

const VALUES: [string, Partial<Thing>][] = [
  ...ODD_TEXTS.map((note): [string, Partial<Thing>] => [`the text ${JSON.stringify(note)}`, { note }]),
  ['no text', { note: null }],
  ['zero', { amount: 0 }],
  ['the largest amount', { amount: Number.MAX_SAFE_INTEGER }],
  ['an empty JSON object', { detail: {} }],
  ['nested JSON', { detail: { list: [1, 'two', null, { three: [3] }], text: '{"x":"y\\"}', none: null } }],
  ['JSON with odd texts', { detail: { odd: ODD_TEXTS } }],
  ['no JSON', { detail: null }],
  ['bytes', { secret: Buffer.from([0, 1, 34, 44, 92, 123, 125, 255]) }],
  ['no bytes at all', { secret: Buffer.alloc(0) }],
  ['a moment to the millisecond', { due: new Date('2026-02-28T23:59:59.999Z') }],
  ['a moment before 1970', { due: new Date('1969-12-31T23:59:59.001Z') }],
  ['no moment', { due: null }],
];

describe('what is written and read again', () => {
  it.each(VALUES)('is the same: %s', async (_, members) => {
    const id = await bench.put(process, members);
    expect(await process.entities.one(Thing, { id })).toEqual(Thing.make({ id, ...members }));
  });

  it.each(VALUES)('is the same after an update: %s', async (_, members) => {
    const id = await bench.put(process);
    await process.units.run(async () => {
      Object.assign((await process.entities.one(Thing, { id }))!, members, { state: 'updated' });
    });
    expect(await process.entities.one(Thing, { id })).toEqual(
      Thing.make({ id, ...members, state: 'updated', version: 2 }),
    );
  });

  it('is the same when it is written in one statement with all the others, nulls between values', async () => {
    const things = VALUES.map(([, members]) => Thing.make({ id: randomUUID(), origin: 'all at once', ...members }));
    await process.units.run(async (unit) => unit.insert(...things));
    const byId = (a: Thing, b: Thing): number => (a.id < b.id ? -1 : 1);
    const read = await process.entities.all(Thing, { origin: 'all at once' });
    expect(read.toSorted(byId)).toEqual(things.toSorted(byId));
  });

  it('is the same when many are updated in one statement, each under its own version', async () => {
    const ids = await Promise.all([1, 2, 3].map((version) => bench.put(process, { version, origin: 'many' })));
    await process.units.run(async () => {
      for (const thing of await process.entities.all(Thing, { origin: 'many' })) {
        thing.note = thing.version === 2 ? null : `was ${thing.version}`;
        thing.amount = thing.version;
      }
    });
    expect(await Promise.all(ids.map((id) => bench.stored(id)))).toMatchObject([
      { note: 'was 1', amount: '1', version: 2 },
      { note: null, amount: '2', version: 3 },
      { note: 'was 3', amount: '3', version: 4 },
    ]);
  });
});

describe('B133 Numbers come back as text', () => {
  it('an amount is a number, so that sums add up', async () => {
    const id = await bench.put(process, { amount: 16_972 });
    await process.units.run(async () => {
      (await process.entities.one(Thing, { id }))!.amount += 437;
    });
    expect((await process.entities.one(Thing, { id }))!.amount).toBe(17_409);
  });

  it('an amount beyond what JSON carries exactly is refused, not rounded', async () => {
    const id = await bench.put(process);
    await bench.rows('UPDATE bench.things SET amount = 9007199254740993 WHERE id = $1', [id]);
    await expect(process.entities.one(Thing, { id })).rejects.toThrow(RangeError);
  });
});
