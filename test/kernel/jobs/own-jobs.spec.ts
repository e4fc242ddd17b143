import { gate } from '../support/gate.js';
import { JobBench } from '../support/job-bench.js';
import { ask, work, type ScriptedJob } from '../support/scripted.job.js';
import type { INestApplicationContext } from '@nestjs/common';

let bench: JobBench;
let kernel: INestApplicationContext;
let job: ScriptedJob;
let other: ScriptedJob;
beforeAll(async () => {
  bench = await JobBench.open();
  ({ kernel, job } = await bench.worker());
  ({ job: other } = await bench.worker());
});
afterAll(() => bench.close());
afterEach(() => job.does(async () => undefined));

const isOver = (piece: string): Promise<true> =>
  bench.until(`${piece} is over`, async () => (await bench.queued(piece)).length === 0);

describe('a job that is committed by a process that works', () => {
  it('is run by that process, although another one would have taken it', async () => {
    const pieces = Array.from({ length: 10 }, (_, n) => `own ${n}`);
    for (const piece of pieces) await ask(kernel, work(piece));
    for (const piece of pieces) await isOver(piece);
    expect(job.calls.filter((piece) => pieces.includes(piece)).toSorted()).toEqual(pieces.toSorted());
    expect(other.calls).toEqual([]);
  });

  it('is held by that process while it runs, so that the queue gives it to nobody', async () => {
    const { opened, open } = gate();
    job.does(() => opened);
    await ask(kernel, work('held'));
    await bench.until('it runs', () => job.callsFor('held') === 1);
    expect(await bench.queued('held')).toMatchObject([{ attempts: 1, locked_by: expect.any(String) }]);
    open();
    await isOver('held');
    expect(job.callsFor('held')).toBe(1);
  });

  it('runs once when its unit asks for it twice', async () => {
    await ask(kernel, work('twice'), work('twice'));
    await isOver('twice');
    expect(job.callsFor('twice')).toBe(1);
  });

  it('waits for its time when it has one, like any other', async () => {
    await ask(kernel, work('later', { delayMs: 60_000 }));
    expect(await bench.queued('later')).toMatchObject([{ attempts: 0, locked_by: null }]);
    expect(job.callsFor('later')).toBe(0);
  });

  it('is tried again later when it fails, and nothing else is left of it', async () => {
    job.does(async () => {
      throw new Error('an outage');
    });
    await ask(kernel, work('fails'));
    await bench.until('it is put back', async () => (await bench.queued('fails'))[0]?.payload['failures'] === 1);
    await bench.until('the first run is gone', async () => (await bench.queued('fails')).length === 1);
    expect(await bench.queued('fails')).toMatchObject([{ key: 'fails', locked_by: null }]);
  });

  it('waits in line when 32 are running: a hundred that come at once do not call the world a hundred times at once', async () => {
    const { opened, open } = gate();
    let running = 0;
    let most = 0;
    job.does(async (piece) => {
      // What has failed before may be tried again meanwhile.
      if (!piece.startsWith('crowd')) return;
      running++;
      most = Math.max(most, running);
      await opened;
      running--;
    });
    const pieces = Array.from({ length: 100 }, (_, n) => `crowd ${n}`);
    await ask(kernel, ...pieces.map((piece) => work(piece)));
    await bench.until('32 are running', () => running === 32);
    open();
    for (const piece of pieces) await isOver(piece);
    expect(most).toBe(32);
    expect(job.calls.filter((piece) => pieces.includes(piece))).toHaveLength(100);
  });
});
