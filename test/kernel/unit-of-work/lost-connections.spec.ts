import { Bench, doing, dying, saying, type Process } from '../support/bench.js';
import { Thing } from '../support/thing.entity.js';
import { holdLock } from '../../support/held-lock.js';
import { openStatementRoad, type StatementRoad } from '../../support/statement-road.js';
import type { Moment, RoadStatement } from '../../support/statement-guard.js';
import { Rank } from '#shared/database/unit-of-work/write-kind.js';

let bench: Bench;
let road: StatementRoad;
let process: Process;
beforeAll(async () => {
  bench = await Bench.open();
  road = await openStatementRoad(bench.database.url);
  process = await bench.process({ url: road.url });
});
afterAll(async () => {
  await road.close();
  await bench.close();
});

/** Says the word after `first`, which has the number of the run; returns how often it ran. */
async function runsOf(word: string, first: (run: number) => Promise<unknown> = async () => undefined): Promise<number> {
  let runs = 0;
  await process.units.run(async (unit) => {
    const run = ++runs;
    unit.write(
      doing(Rank.update, () => first(run)),
      null,
    );
    unit.write(saying(word, Rank.stock), null);
  });
  return runs;
}

const timesSaid = async (word: string): Promise<number> => (await bench.words()).filter((said) => said === word).length;

/** Hangs up at the first such statement of a commit, whoever sends it. */
function cutAt(moment: Moment, isIt: (statement: RoadStatement) => boolean): void {
  let isOver = false;
  road.watch((statement, when) => {
    if (isOver || when !== moment || !isIt(statement)) return 'pass';
    isOver = true;
    return 'cut';
  });
}

/** More than the database lets a transaction be silent (2 s). */
const STANDS_STILL_MS = 2_500;
const standStill = (): unknown => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STANDS_STILL_MS);

describe('danger: a connection ends under a unit that goes alone, and its caller hears of an outage that is over', () => {
  it.each<[string, Moment, (statement: RoadStatement) => boolean]>([
    ['before its first statement arrives', 'before', ({ nth, text }) => nth === 1 && text.includes('lines')],
    ['before the answer to it', 'after', ({ text }) => text.includes('lines')],
    ['before its COMMIT arrives', 'before', ({ text }) => text === 'COMMIT'],
    ['before the answer to BEGIN', 'after', ({ text }) => text.startsWith('BEGIN')],
  ])('%s: it is decided again, and written once', async (word, moment, isIt) => {
    cutAt(moment, isIt);
    expect(await runsOf(word)).toBe(2);
    expect(await timesSaid(word)).toBe(1);
  });

  it('before the answer to its COMMIT: that is looked up, and it is not decided again', async () => {
    cutAt('after', ({ text }) => text === 'COMMIT');
    expect(await runsOf('committed')).toBe(1);
    expect(await timesSaid('committed')).toBe(1);
  });

  it('which the database has given up because the process had stood still: it is decided again', async () => {
    const runs = await runsOf('stood still', async (run) => run === 1 && standStill());
    expect([runs, await timesSaid('stood still')]).toEqual([2, 1]);
  });

  it('again and again: after the second time it is told, and nothing is left', async () => {
    let runs = 0;
    const failing = process.units.run(async (unit) => {
      runs++;
      unit.write(saying('with the dying', Rank.claim), null);
      unit.write(dying(), null);
    });
    // In the server's words or in the driver's, as the network has it.
    await expect(failing).rejects.toThrow(/connection/i);
    expect([runs, await timesSaid('with the dying')]).toEqual([2, 0]);
  });
});

describe('danger: a unit whose connection ends on which it reads what it decides on', () => {
  it('is decided again, on what another one reads', async () => {
    const id = await bench.put(process);
    const rows = bench.rows.bind(bench);
    const held = await holdLock(
      { database: bench.database, rows, beforeClose: () => undefined },
      'LOCK TABLE bench.things IN ACCESS EXCLUSIVE MODE',
    );
    let runs = 0;
    const deciding = process.units.run(async (unit) => {
      runs++;
      // What this process has just written would not be read.
      unit.stopGuessing();
      (await process.entities.one(Thing, { id }))!.state = 'read';
    });
    await held.untilWaiting(1);
    await rows(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'ichido look-ups'`,
    );
    await held.release();
    await deciding;
    expect([runs, await bench.stored(id)]).toEqual([2, expect.objectContaining({ state: 'read' })]);
  });
});
