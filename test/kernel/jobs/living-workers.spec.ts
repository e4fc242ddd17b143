import { gate } from '../support/gate.js';
import { JobBench } from '../support/job-bench.js';
import { ask, work } from '../support/scripted.job.js';
import pg from 'pg';

let bench: JobBench;
beforeEach(async () => {
  bench = await JobBench.open();
});
afterEach(() => bench.close());

describe('a job that takes longer than a lease', () => {
  it('is kept by the heartbeat of its worker, whoever sweeps meanwhile', async () => {
    const [one, other] = [await bench.worker({ LEASE: '1500ms' }), await bench.worker({ LEASE: '1500ms' })];
    const { opened, open } = gate();
    for (const { job } of [one, other]) job.does(() => opened);
    await ask(one.kernel, work('long'));
    await bench.until('it runs', () => one.job.calls.length + other.job.calls.length === 1);
    const [before] = await bench.queued('long');

    await bench.until('two leases have passed', async () => {
      const [age] = await bench.rows<{ old: boolean }>(
        `SELECT locked_at < clock_timestamp() - interval '3 seconds' AS old FROM graphile_worker._private_jobs`,
      );
      return age?.old ?? true;
    });
    expect(await bench.queued('long')).toMatchObject([{ id: before!.id, locked_by: before!.locked_by }]);
    open();
    await bench.until('it is done', async () => (await bench.queue()).length === 0);
    expect(one.job.calls.length + other.job.calls.length).toBe(1);
  });
});

describe('a worker whose connections are ended by the database', () => {
  /** Ends every connection of the queue, listening and fetching alike; returns how many. */
  const cut = async (): Promise<number> => {
    const ended = await bench.rows(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'ichido jobs'`,
    );
    return ended.length;
  };

  it('runs jobs again, three times over', async () => {
    const { kernel, job } = await bench.worker();
    for (const piece of ['first', 'second', 'third']) {
      await bench.until('there is a connection to end', async () => (await cut()) > 0);
      await ask(kernel, work(piece));
      await bench.until(`${piece} runs`, () => job.callsFor(piece) > 0);
    }
    await bench.until('the queue is empty', async () => (await bench.queue()).length === 0);
  });

  it('settles and removes the job that was running, and lives', async () => {
    const { kernel, job } = await bench.worker();
    const { opened, open } = gate();
    job.does(() => opened);
    await ask(kernel, work('under way'));
    await bench.until('it runs', () => job.calls.length === 1);
    await cut();
    open();
    await bench.until('the queue is empty', async () => (await bench.queue()).length === 0);
    expect(job.settled).toContain('under way');
  });

  it('at its very first question runs jobs all the same', async () => {
    const holder = new pg.Client({ connectionString: bench.database.url });
    await holder.connect();
    try {
      await holder.query('BEGIN; LOCK TABLE graphile_worker._private_tasks IN ACCESS EXCLUSIVE MODE');
      const { kernel, job } = await bench.worker();
      await bench.until('it asks for the numbers of its tasks', async () => {
        const asking = await bench.rows(
          `SELECT 1 FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%_private_tasks%'`,
        );
        return asking.length > 0;
      });
      await cut();
      await holder.query('ROLLBACK');
      await ask(kernel, work('after the first question'));
      await bench.until('it runs', () => job.calls.length > 0);
    } finally {
      await holder.end();
    }
  });

  it('is known to be alive again', async () => {
    const { kernel, job } = await bench.worker({ LEASE: '1s' });
    await cut();
    await ask(kernel, work('after the cut'));
    await bench.until('it runs', () => job.calls.length > 0);
    await bench.until('a heart beats', async () => {
      const rows = await bench.rows(
        `SELECT 1 FROM jobs.workers WHERE seen_at > clock_timestamp() - interval '1 second'`,
      );
      return rows.length > 0;
    });
  });
});

describe('a job that a living worker took without hearing of it', () => {
  it('is let go after a lease and run, as if nobody had taken it', async () => {
    const { kernel, job } = await bench.worker({ LEASE: '1s' });
    await bench.until('it is listed', async () => (await bench.rows('SELECT 1 FROM jobs.workers')).length === 1);
    await ask(kernel, work('lost on the way', { delayMs: 600_000 }));
    // What the queue does when it hands a job over, and whose answer a dying connection then loses.
    await bench.rows(
      `UPDATE graphile_worker._private_jobs SET run_at = now(), attempts = 1, locked_at = now(),
         locked_by = (SELECT id FROM jobs.workers)`,
    );
    await bench.until('it is done', async () => (await bench.queue()).length === 0);
    expect(job.calls).toEqual(['lost on the way']);
  });
});

describe('a worker that ends as it should', () => {
  it('takes its name from the list of the living', async () => {
    const { kernel } = await bench.worker();
    await bench.until('it is listed', async () => (await bench.rows('SELECT 1 FROM jobs.workers')).length === 1);
    await bench.end(kernel);
    expect(await bench.rows('SELECT 1 FROM jobs.workers')).toEqual([]);
  });
});
