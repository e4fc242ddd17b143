import { JobBench } from '../support/job-bench.js';
import { ask, work } from '../support/scripted.job.js';
import { DeadWorkers } from '#shared/jobs/dead-workers.js';
import { HeldJobs } from '#shared/jobs/held-jobs.js';
import type { INestApplicationContext } from '@nestjs/common';

/** Longer than any test runs, so that only what a test made old is old. */
const LEASE_MS = 600_000;

let bench: JobBench;
let one: INestApplicationContext;
let other: INestApplicationContext;
beforeAll(async () => {
  bench = await JobBench.open();
  [one, other] = [await bench.asker(), await bench.asker()];
});
afterAll(() => bench.close());

/** A job that a worker took this long ago and has not finished. */
async function taken(piece: string, by: { worker: string; agoMs: number; seenAgoMs?: number }): Promise<string> {
  await ask(one, work(piece));
  await bench.rows(
    `UPDATE graphile_worker._private_jobs SET locked_by = $2, attempts = 1,
       locked_at = clock_timestamp() - $3 * interval '1 millisecond' WHERE key = $1`,
    [piece, by.worker, by.agoMs],
  );
  if (by.seenAgoMs !== undefined)
    await bench.rows(`INSERT INTO jobs.workers VALUES ($1, clock_timestamp() - $2 * interval '1 millisecond')`, [
      by.worker,
      by.seenAgoMs,
    ]);
  const [row] = await bench.queued(piece);
  return row!.id;
}

const reissue = async (kernel = one): Promise<number> => (await kernel.get(DeadWorkers).reissue(LEASE_MS)).length;

describe('B106 Crashed worker’s job frozen for hours', () => {
  it.each([
    ['has not been seen for a lease', LEASE_MS + 1_000],
    ['nobody knows', undefined],
  ])('the job of a worker that %s is given to the living as a new job', async (kind, seenAgoMs) => {
    const id = await taken(kind, { worker: `dead: ${kind}`, agoMs: LEASE_MS + 1_000, seenAgoMs });
    expect(await reissue()).toBe(1);
    const [row] = await bench.queued(kind);
    expect(row).toMatchObject({ key: kind, payload: { piece: kind }, locked_by: null, attempts: 0 });
    expect(row!.id).not.toBe(id);
    expect(row!.due_in).toBeLessThanOrEqual(0);
  });

  it('the silent worker is forgotten with its last job', async () => {
    await taken('forgotten', { worker: 'silent', agoMs: LEASE_MS + 1_000, seenAgoMs: LEASE_MS + 1_000 });
    await reissue();
    expect(await bench.rows(`SELECT 1 FROM jobs.workers WHERE id = 'silent'`)).toEqual([]);
  });
});

describe('danger: a worker dies when its job has failed, and a later run has taken its key', () => {
  it('there is one of it afterwards: the later run', async () => {
    const id = await taken('failed', { worker: 'dead: failed', agoMs: LEASE_MS + 1_000 });
    // As the queue leaves the one that is replaced under its key while it runs.
    await bench.rows('UPDATE graphile_worker._private_jobs SET key = NULL, attempts = max_attempts WHERE id = $1', [
      id,
    ]);
    await ask(one, work('failed', { delayMs: 60_000 }));
    expect(await reissue()).toBe(0);
    const left = await bench.queued('failed');
    expect(left).toHaveLength(1);
    expect(await bench.rows('SELECT 1 FROM graphile_worker._private_jobs WHERE id = $1', [id])).toEqual([]);
  });

  it('also when the worker lives, and only the queue was never told', async () => {
    const id = await taken('put back', { worker: 'alive', agoMs: LEASE_MS + 1_000 });
    await bench.rows('UPDATE graphile_worker._private_jobs SET key = NULL, attempts = max_attempts WHERE id = $1', [
      id,
    ]);
    await one.get(HeldJobs).releaseForgotten('alive', LEASE_MS);
    expect(await bench.rows('SELECT 1 FROM graphile_worker._private_jobs WHERE id = $1', [id])).toEqual([]);
  });
});

describe('danger: a worker does not hear that a later run was written, and tells the queue that its job has failed', () => {
  it('nothing is left of the failed run, and the later one stays', async () => {
    const id = await taken('not heard', { worker: 'alive', agoMs: 0 });
    // As the queue leaves a replaced job that was told to have failed.
    await bench.rows(
      `UPDATE graphile_worker._private_jobs SET key = NULL, attempts = max_attempts, locked_by = NULL, locked_at = NULL,
         last_error = 'Connection terminated unexpectedly' WHERE id = $1`,
      [id],
    );
    await ask(one, work('not heard', { delayMs: 60_000 }));
    await reissue();
    expect(await bench.queued('not heard')).toMatchObject([{ key: 'not heard', attempts: 0 }]);
  });
});

describe('a job that is in good hands', () => {
  it.each([
    ['of a living worker, however long it takes', { worker: 'alive', agoMs: 10 * LEASE_MS, seenAgoMs: 0 }],
    [
      'of a worker that was seen within the lease',
      { worker: 'slow', agoMs: 10 * LEASE_MS, seenAgoMs: LEASE_MS - 60_000 },
    ],
    ['that was taken a moment ago by a worker nobody knows yet', { worker: 'newborn', agoMs: 0 }],
  ])('stays where it is: %s', async (kind, by) => {
    const id = await taken(kind, by);
    expect(await reissue()).toBe(0);
    expect(await bench.queued(kind)).toMatchObject([{ id, locked_by: by.worker }]);
  });

  it('stays where it is: one that waits for its time', async () => {
    await ask(one, work('waits', { delayMs: 60_000 }));
    const before = await bench.queued('waits');
    await reissue();
    expect((await bench.queued('waits')).map((row) => row.id)).toEqual(before.map((row) => row.id));
  });
});

describe('danger: a lease is counted in another unit than it is written in', () => {
  const THIRTY_SECONDS_MS = 30_000;

  it.each([
    [1, 'held'],
    [20, 'held'],
    [31, 'given away'],
    [3_600, 'given away'],
  ])(
    'B028 a lease of 30 s, by the database: %i s after its worker was last seen a job is %s',
    async (seconds, fate) => {
      const piece = `seen ${seconds} s ago`;
      const worker = `worker ${piece}`;
      await taken(piece, { worker, agoMs: seconds * 1_000, seenAgoMs: seconds * 1_000 });
      await one.get(DeadWorkers).reissue(THIRTY_SECONDS_MS);
      expect(await bench.queued(piece)).toMatchObject([{ locked_by: fate === 'held' ? worker : null }]);
    },
  );
});

describe('B105 Completed job comes back', () => {
  it('two recoveries at once give the job away once', async () => {
    await taken('raced for', { worker: 'dead racer', agoMs: LEASE_MS + 1_000 });
    const given = await Promise.all([reissue(one), reissue(other), reissue(one), reissue(other)]);
    expect(given.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await bench.queued('raced for')).toHaveLength(1);
    expect(await reissue()).toBe(0);
  });

  it('a job that was completed while recovery looked is not given away', async () => {
    const id = await taken('just done', { worker: 'dead finisher', agoMs: LEASE_MS + 1_000 });
    await bench.rows('DELETE FROM graphile_worker._private_jobs WHERE id = $1', [id]);
    expect(await reissue()).toBe(0);
    expect(await bench.queued('just done')).toEqual([]);
  });
});
