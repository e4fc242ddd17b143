import type pg from 'pg';

/** The queue's bookkeeping: what is to be done, kept until it is done. Everything else is the service's own schema. */
export const createQueue = (client: pg.Client): Promise<unknown> =>
  client.query(`
    CREATE SCHEMA IF NOT EXISTS queue;
    CREATE TABLE IF NOT EXISTS queue.jobs (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text NOT NULL,
      key text NOT NULL UNIQUE,
      payload json NOT NULL,
      run_at timestamptz NOT NULL DEFAULT now(),
      attempts smallint NOT NULL DEFAULT 0
    );
    CREATE INDEX IF NOT EXISTS jobs_due ON queue.jobs (run_at, id);`);

/** What statistics say about tables that fill this fast is old at once, so every plan follows the indexes. */
const ALONG_THE_INDEXES = ['seqscan', 'bitmapscan', 'sort', 'hashjoin', 'mergejoin']
  .map((way) => `-c enable_${way}=off`)
  .join(' ');

/** The options of a connection that writes batches. */
export const writingTo = (url: string): pg.ClientConfig => ({
  connectionString: url,
  application_name: 'ceiling',
  options: ALONG_THE_INDEXES,
});
