import { Bench, type Process } from '../support/bench.js';
import { Thing } from '../support/thing.entity.js';
import { startOwnServer } from '../../support/own-server.js';

let bench: Bench;
let process: Process;
beforeAll(async () => {
  // Whatever else is tested at the same time must not take this for a failover of its own.
  bench = await Bench.open((await startOwnServer()).database);
  process = await bench.process();
});
afterAll(() => bench.close());

/** As a failover behind a pooler does it, which ends no connection of ours: the last change is undone and counted anew. */
async function failOver(id: string): Promise<void> {
  await bench.rows(`UPDATE bench.things SET state = 'written elsewhere' WHERE id = $1`, [id]);
  await bench.rows(`SELECT pg_stat_reset_shared('bgwriter')`);
}

describe('danger: the database has lost what was committed, and no connection has ended', () => {
  it('what was decided before is decided again, on what is there now', async () => {
    const id = await bench.put(process);
    const seen: string[] = [];
    await process.units.run(async () => {
      const thing = (await process.entities.one(Thing, { id }))!;
      seen.push(thing.state);
      if (seen.length === 1) await failOver(id);
      thing.note = 'seen';
    });
    expect(seen).toEqual(['new', 'written elsewhere']);
    expect(await bench.stored(id)).toMatchObject({ state: 'written elsewhere', note: 'seen' });
  });

  it('what was warm is forgotten', async () => {
    const id = await bench.put(process);
    await process.units.run(async () => void ((await process.entities.one(Thing, { id }))!.note = 'warm'));
    await failOver(id);
    await bench.put(process);
    const seen: string[] = [];
    await process.units.run(async () => {
      const thing = (await process.entities.one(Thing, { id }))!;
      seen.push(thing.state);
      thing.note = 'seen';
    });
    expect(seen).toEqual(['written elsewhere']);
  });

  it('a unit that begins afterwards is decided once', async () => {
    await bench.put(process);
    let runs = 0;
    await process.units.run(async (unit) => {
      runs++;
      unit.insert(Thing.make({ id: crypto.randomUUID() }));
    });
    expect(runs).toBe(1);
  });
});
