import { JobBench } from '../support/job-bench.js';
import { jest } from '@jest/globals';
import pg from 'pg';

let bench: JobBench;
beforeEach(async () => {
  bench = await JobBench.open();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await bench.close();
});

/** Ends what the queue is asking at this moment; returns how much it was. */
const endWhatIsAsked = async (): Promise<number> => {
  const ended = await bench.rows(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'ichido jobs' AND wait_event_type = 'Lock'`,
  );
  return ended.length;
};

/** A queue that takes jobs listens for them. */
const isListening = async (): Promise<boolean> =>
  (
    await bench.rows(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN "jobs:%'`,
    )
  ).length > 0;

describe('danger: what goes wrong is written past the log, where nobody looks and nothing is redacted', () => {
  it('a queue that ends while its questions to the database die says not a word on the console', async () => {
    const said = [jest.spyOn(console, 'trace'), jest.spyOn(console, 'error')].map((spy) =>
      spy.mockImplementation(() => undefined),
    );
    const { kernel } = await bench.worker();
    const holder = new pg.Client({ connectionString: bench.database.url });
    await holder.connect();
    try {
      await bench.until('it listens', isListening);
      await holder.query('BEGIN; LOCK TABLE graphile_worker._private_jobs IN ACCESS EXCLUSIVE MODE');
      await bench.until('it asks for jobs', async () => {
        const asking = await bench.rows(
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return asking.length > 0;
      });
      const ended = bench.end(kernel);
      await bench.until('it takes no more jobs', async () => !(await isListening()));
      expect(await endWhatIsAsked()).toBeGreaterThan(0);
      await holder.query('ROLLBACK');
      await ended;
    } finally {
      await holder.end();
    }
    expect(said.map(({ mock }) => mock.calls)).toEqual([[], []]);
  });
});
