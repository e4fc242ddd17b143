import type { JobRequest } from './job.js';
import { Rank, type WriteKind } from '../database/unit-of-work/write-kind.js';
import { Unit } from '../database/unit-of-work/unit.js';

/** The queue counts attempts; schedules and giving up are ours, so its own limit is out of reach (smallint). */
export const NEVER_GIVE_UP = 32_767;

/**
 * Enqueues with the commit. `unsafe_dedupe` makes the queue itself refuse a second job while one with the same key is
 * queued or running (layer 4); that is no error, the work is already on its way.
 */
const jobs: WriteKind<JobRequest> = {
  name: 'enqueue jobs',
  rank: Rank.mechanics,
  lost: () => new Error('the queue never loses a job'),
  async write(sql, rows) {
    await sql(
      `SELECT graphile_worker.add_job(
         v.name, v.payload, NULL, now() + v.delay_ms * interval '1 millisecond', ${NEVER_GIVE_UP}, v.key, NULL, NULL, 'unsafe_dedupe')
       FROM unnest($1::text[], $2::text[], $3::json[], $4::bigint[]) AS v(name, key, payload, delay_ms)`,
      [
        rows.map((job) => job.name),
        rows.map((job) => job.key),
        rows.map((job) => JSON.stringify(job.payload)),
        rows.map((job) => job.delayMs ?? 0),
      ],
    );
    return [];
  },
};

/** Enqueues a job with the commit of the current unit of work. */
export const enqueue = (job: JobRequest): void => Unit.current('a job').write(jobs, job);
