import { gate } from '../support/gate.js';
import { JobBench } from '../support/job-bench.js';
import { ask, work } from '../support/scripted.job.js';
import { DeadWorkers } from '#shared/jobs/dead-workers.js';

let bench: JobBench;
beforeAll(async () => {
  bench = await JobBench.open();
});
afterAll(() => bench.close());

describe('B029 Zombie writes after takeover', () => {
  it('a worker that wakes up after its job was given away finishes its own run and leaves its successor’s alone', async () => {
    const [sleeper, successor] = [await bench.worker({ LEASE: '10m' }), await bench.worker({ LEASE: '10m' })];
    const [sleeping, succeeding] = [gate(), gate()];
    sleeper.job.does(() => sleeping.opened);
    successor.job.does(() => sleeping.opened);
    await ask(sleeper.kernel, work('taken over'));
    await bench.until('one of them has it', () => sleeper.job.calls.length + successor.job.calls.length === 1);
    const [zombie, heir] = sleeper.job.calls.length === 1 ? [sleeper, successor] : [successor, sleeper];
    heir.job.does(() => succeeding.opened);

    const [old] = await bench.queued('taken over');
    // The zombie's heart has stopped: longer ago than any lease.
    await bench.rows(`UPDATE jobs.workers SET seen_at = '-infinity' WHERE id = $1`, [old!.locked_by]);
    await bench.rows(`UPDATE graphile_worker._private_jobs SET locked_at = '-infinity' WHERE id = $1`, [old!.id]);
    // Whoever is free takes the new job; the zombie has a free hand too, but it is only one run in two either way.
    zombie.job.does(() => succeeding.opened);
    expect(await heir.kernel.get(DeadWorkers).reissue(600_000)).toBe(1);
    await bench.until('the successor runs', () => zombie.job.calls.length + heir.job.calls.length === 2);

    sleeping.open();
    await bench.until('the zombie has finished', () => zombie.job.settled.includes('taken over'));
    const [fresh] = await bench.queued('taken over');
    expect(fresh).toMatchObject({ key: 'taken over' });
    expect(fresh!.id).not.toBe(old!.id);
    expect(fresh!.locked_by).not.toBeNull();

    succeeding.open();
    await bench.until('the queue is empty', async () => (await bench.queue()).length === 0);
    expect(zombie.job.calls.length + heir.job.calls.length).toBe(2);
  });
});
