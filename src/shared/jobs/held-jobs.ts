import type { TakenJob } from './job-writes.js';
import { WORKER_POOL } from './worker-pool.js';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';

const FORGOTTEN = `id <> ALL ($3::bigint[])
  AND (locked_by = $1 AND locked_at < clock_timestamp() - $2 * interval '1 millisecond'
    OR (id, locked_by) IN (SELECT unnest($4::bigint[]), unnest($5::text[])))`;

/**
 * The jobs that this process is running. The queue may believe that it runs more: when a connection ends between taking
 * a job and telling us about it, the job stays locked by a worker that lives and has never heard of it.
 */
@Injectable()
export class HeldJobs {
  private readonly running = new Set<string>();
  private readonly leftBehind = new Set<TakenJob>();

  constructor(@Inject(WORKER_POOL) private readonly pool: Pool) {}

  async during(jobId: string, work: () => Promise<void>): Promise<void> {
    this.running.add(jobId);
    try {
      await work();
    } finally {
      this.running.delete(jobId);
    }
  }

  /** It was not run to its end, and the queue could not be told: it is let go with the next heartbeat. */
  leaveBehind(job: TakenJob): void {
    this.leftBehind.add(job);
  }

  /**
   * Lets go of what has been locked for a lease and is not being run here, and at once of what was left behind. What has
   * no key any more failed, and its later run has taken the key: nothing is left of it.
   *
   * @returns how many jobs anybody may take now
   */
  async releaseForgotten(workerId: string, leaseMs: number): Promise<number> {
    const left = [...this.leftBehind];
    const { rowCount } = await this.pool.query(
      `WITH put_back AS (
         DELETE FROM graphile_worker._private_jobs WHERE ${FORGOTTEN} AND key IS NULL
       )
       UPDATE graphile_worker._private_jobs SET locked_by = NULL, locked_at = NULL WHERE ${FORGOTTEN} AND key IS NOT NULL`,
      [workerId, leaseMs, [...this.running], left.map(({ id }) => id), left.map(({ by }) => by)],
    );
    for (const job of left) this.leftBehind.delete(job);
    return rowCount ?? 0;
  }
}
