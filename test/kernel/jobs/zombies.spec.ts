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
  it('a worker that wakes up after its job was given away does not take its successor’s with it', async () => {
    const workers = [await bench.worker({ LEASE: '10m' }), await bench.worker({ LEASE: '10m' })];
    const [zombie, successor] = [gate(), gate()];
    const runs: string[] = [];
    const ended: string[] = [];
    for (const { job } of workers)
      job.does(async () => {
        const me = runs.length === 0 ? 'zombie' : 'successor';
        runs.push(me);
        await (me === 'zombie' ? zombie : successor).opened;
        ended.push(me);
      });
    await ask(workers[0]!.kernel, work('taken over'));
    await bench.until('somebody has it', () => runs.length === 1);

    const [old] = await bench.queued('taken over');
    // The heart of its worker has stopped, longer ago than any lease.
    await bench.rows(`UPDATE jobs.workers SET seen_at = '-infinity' WHERE id = $1`, [old!.locked_by]);
    await bench.rows(`UPDATE graphile_worker._private_jobs SET locked_at = '-infinity' WHERE id = $1`, [old!.id]);
    // Or the first sweep of one of the two has been here before.
    await bench.until('the successor runs', async () => {
      await workers[0]!.kernel.get(DeadWorkers).reissue(600_000);
      return runs.length === 2;
    });

    zombie.open();
    await bench.until('the zombie has settled', () => workers.some(({ job }) => job.settled.length === 1));
    // The next job of the zombie's worker comes after the completion of its last one.
    await ask(workers[0]!.kernel, work('afterwards'));
    await bench.until('the queue has moved on', () => runs.length === 3);
    expect(ended).toEqual(['zombie']);
    const [fresh] = await bench.queued('taken over');
    expect(fresh).toMatchObject({ key: 'taken over', locked_by: expect.stringMatching(/^pool-/) });
    expect(fresh!.id).not.toBe(old!.id);

    successor.open();
    await bench.until('the queue is empty', async () => (await bench.queue()).length === 0);
    expect(runs).toEqual(['zombie', 'successor', 'successor']);
  });
});
