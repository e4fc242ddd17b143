import type { JobRequest } from './job.js';
import { Rank, type WriteKind } from '../database/unit-of-work/write-kind.js';
import { Unit } from '../database/unit-of-work/unit.js';
import { isId } from '../kernel/ids.js';
import { stoppedDuplicate } from '../observability/stopped-duplicates.js';

/** The queue counts attempts; schedules and giving up are ours, so its own limit is out of reach (smallint). */
export const NEVER_GIVE_UP = 32_767;

interface JobRow extends JobRequest {
  /** Told after the statement when the queue has such a job already. */
  readonly refused: () => void;
}

/**
 * Enqueues with the commit. `unsafe_dedupe` makes the queue itself refuse a second job while one with the same key is
 * queued or running (layer 4); that is no error, the work is already on its way.
 */
const jobs: WriteKind<JobRow> = {
  name: 'enqueue jobs',
  rank: Rank.mechanics,
  lost: () => new Error('the queue never loses a job'),
  async write(sql, rows) {
    // A job that was there before comes back with a higher revision.
    const { rows: refused } = await sql<{ key: string }>(
      `SELECT v.key
       FROM unnest($1::text[], $2::text[], $3::json[], $4::bigint[]) AS v(name, key, payload, delay_ms)
       CROSS JOIN LATERAL graphile_worker.add_job(
         v.name, v.payload, NULL, now() + v.delay_ms * interval '1 millisecond', ${NEVER_GIVE_UP}, v.key, NULL, NULL, 'unsafe_dedupe') AS job
       WHERE job.revision > 0`,
      [
        rows.map((job) => job.name),
        rows.map((job) => job.key),
        rows.map((job) => JSON.stringify(job.payload)),
        rows.map((job) => job.delayMs ?? 0),
      ],
    );
    for (const { key } of refused) rows.find((job) => job.key === key)?.refused();
    return [];
  },
};

/** Enqueues a job with the commit of the current unit of work. */
export function enqueue(job: JobRequest): void {
  const unit = Unit.current('a job');
  const refused = (): void => unit.afterCommit(() => stoppedDuplicate('job', { sagaId: sagaOf(job) }));
  unit.write(jobs, { ...job, refused });
}

/** The key of a saga's work begins with the saga's id. */
const sagaOf = ({ key }: JobRequest): string | undefined => [key.split(':', 1)[0]!].find(isId);
