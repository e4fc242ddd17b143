import { JobBench } from '../support/job-bench.js';
import { gate } from '../support/gate.js';
import { ask, work, type ScriptedJob } from '../support/scripted.job.js';
import { JobRunner } from '#shared/jobs/job-runner.js';
import { VersionConflict } from '#shared/database/unit-of-work/unit-errors.js';
import type { INestApplicationContext } from '@nestjs/common';

let bench: JobBench;
let asker: INestApplicationContext;
let job: ScriptedJob;
let kernel: INestApplicationContext;
beforeAll(async () => {
  bench = await JobBench.open();
  asker = await bench.asker();
  ({ job, kernel } = await bench.worker());
});
afterAll(() => bench.close());

describe('a job that throws', () => {
  it('runs again later, under the same key and with the same payload', async () => {
    const looked = gate();
    job.does(async (piece, call) => {
      if (piece === 'stumbles' && call === 1) throw new Error('the world is not there');
      // The second run may be there before anybody has seen that it was planned.
      await looked.opened;
    });
    await ask(asker, work('stumbles'));
    await bench.until('it has its next run', async () =>
      (await bench.queued('stumbles')).some((row) => row.key === 'stumbles' && row.payload['failures'] === 1),
    );
    looked.open();
    await bench.until('it is done', async () => (await bench.queued('stumbles')).length === 0);
    expect(job.callsFor('stumbles')).toBe(2);
    expect(job.settled.filter((piece) => piece === 'stumbles')).toHaveLength(1);
    expect(job.payloads.filter((payload) => 'piece' in payload && payload.piece === 'stumbles')).toEqual([
      { piece: 'stumbles' },
      { piece: 'stumbles' },
    ]);
  });

  it('keeps its key while it waits: a second job is still refused', async () => {
    job.does(async (piece) => {
      if (piece === 'keeps its key') throw new Error('not yet');
    });
    await ask(asker, work('keeps its key'));
    const waiting = () => bench.queued('keeps its key').then((rows) => rows.filter((row) => row.key !== null));
    await bench.until('it waits', async () => (await waiting()).some((row) => row.locked_by === null));
    await ask(asker, work('keeps its key'));
    expect(await waiting()).toHaveLength(1);
    job.does(async () => undefined);
  });

  it('does not hold up the others', async () => {
    job.does(async (piece) => {
      if (piece === 'always fails') throw new Error('never');
    });
    await ask(asker, work('always fails'), work('unharmed'));
    await bench.until('the other is done', async () => (await bench.queued('unharmed')).length === 0);
    expect(job.callsFor('unharmed')).toBe(1);
    job.does(async () => undefined);
  });

  it.each([
    [0, 1_000],
    [1, 2_000],
    [2, 5_000],
    [3, 10_000],
    [4, 30_000],
    [5, 60_000],
    [6, 60_000],
    [1_000, 60_000],
  ])('after %i earlier failures waits %i ms, and is never given up', async (failures, pauseMs) => {
    const piece = `failed ${failures} times`;
    const failing = { call: () => Promise.reject(new Error('no')), settle: () => Promise.resolve() };
    await asker.get(JobRunner).run(failing, { name: 'bench.unheard-of', key: piece, payload: { piece }, failures });
    const [row] = await bench.queued(piece);
    expect(row).toMatchObject({ key: piece, payload: { piece, failures: failures + 1 } });
    // The look comes a little after the write.
    expect(row!.due_in).toBeLessThanOrEqual(pauseMs);
    expect(row!.due_in).toBeGreaterThan(pauseMs - 900);
  });
});

describe('a job whose settlement meets a conflict', () => {
  it('settles again and does not call the world again', async () => {
    let calls = 0;
    let settlements = 0;
    const conflicted = {
      call: async () => `answer ${++calls}`,
      settle: async (outcome: string) => {
        settlements++;
        if (settlements < 3) throw new VersionConflict('somebody was faster');
        expect(outcome).toBe('answer 1');
      },
    };
    await kernel.get(JobRunner).run(conflicted, { name: 'bench.work', key: 'conflict', payload: {}, failures: 0 });
    expect({ calls, settlements }).toEqual({ calls: 1, settlements: 3 });
    expect((await bench.queue()).filter((row) => row.key === 'conflict')).toEqual([]);
  });
});
