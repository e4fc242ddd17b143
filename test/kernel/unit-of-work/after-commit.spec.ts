import { Bench, doing, saying, type Process } from '../support/bench.js';
import { gate } from '../support/gate.js';
import { VersionConflict } from '#shared/database/unit-of-work/unit-errors.js';
import { Unit } from '#shared/database/unit-of-work/unit.js';
import { Rank } from '#shared/database/unit-of-work/write-kind.js';

let bench: Bench;
let process: Process;
beforeAll(async () => {
  bench = await Bench.open();
  process = await bench.process();
});
afterAll(() => bench.close());

describe('what is to follow a commit', () => {
  it('happens when the commit is visible to everybody, and not before', async () => {
    const { promise: seen, resolve } = Promise.withResolvers<string[]>();
    const order: string[] = [];
    await process.units.run(async (unit) => {
      unit.afterCommit(() => {
        order.push('follow-up');
        resolve(bench.words());
      });
      unit.write(saying('visible'), null);
      unit.write(
        doing(Rank.stock, async () => order.push('last statement')),
        null,
      );
    });
    expect(order).toEqual(['last statement', 'follow-up']);
    expect(await seen).toContain('visible');
  });

  it('happens once, although the unit ran three times: the follow-ups of a discarded run are discarded', async () => {
    const followed: number[] = [];
    let runs = 0;
    await process.units.run(async (unit) => {
      const run = ++runs;
      unit.afterCommit(() => followed.push(run));
      if (run < 3) throw new VersionConflict('again');
    });
    expect(followed).toEqual([3]);
  });

  it('does not happen when the commit fails', async () => {
    let followed = false;
    const failing = process.units.run(async (unit) => {
      unit.afterCommit(() => (followed = true));
      unit.write(
        doing(Rank.stock, (sql) => sql('SELECT 1 / 0')),
        null,
      );
    });
    await expect(failing).rejects.toThrow('division by zero');
    expect(followed).toBe(false);
  });

  it('is outside of the unit: what it decides belongs to nobody’s commit', async () => {
    const { promise, resolve } = Promise.withResolvers<Unit | undefined>();
    await process.units.run(async (unit) => unit.afterCommit(() => resolve(Unit.currentIfAny())));
    expect(await promise).toBeUndefined();
  });
});

describe('work that a handler defers', () => {
  it('runs in the same unit before its commit, and so does what it defers itself', async () => {
    await process.units.run(async (unit) => {
      unit.defer(async () => {
        unit.write(saying('deferred'), null);
        unit.defer(async () => unit.write(saying('deferred by the deferred'), null));
      });
    });
    expect(await bench.words()).toEqual(expect.arrayContaining(['deferred', 'deferred by the deferred']));
  });

  it('is awaited by the commit, however long it takes', async () => {
    const { opened, open } = gate();
    let done = false;
    const unit = process.units.run(async (current) => {
      current.defer(async () => {
        await opened;
        current.write(saying('late'), null);
      });
    });
    void unit.then(() => (done = true));
    await bench.rows('SELECT 1');
    expect(done).toBe(false);
    open();
    await unit;
    expect(await bench.words()).toContain('late');
  });

  it('discards the unit when it fails', async () => {
    const failing = process.units.run(async (unit) => {
      unit.write(saying('before the failure'), null);
      unit.defer(async () => {
        throw new Error('no');
      });
    });
    await expect(failing).rejects.toThrow('no');
    expect(await bench.words()).not.toContain('before the failure');
  });
});

describe('two units at once', () => {
  it('do not see each other: each call belongs to the unit that made it', async () => {
    const meeting = gate();
    const first = process.units.run(async (unit) => {
      await meeting.opened;
      return Unit.current() === unit;
    });
    const second = process.units.run(async (unit) => {
      meeting.open();
      return Unit.current() === unit;
    });
    expect(await Promise.all([first, second])).toEqual([true, true]);
  });
});
