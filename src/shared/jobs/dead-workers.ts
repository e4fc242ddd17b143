import { WORKER_POOL } from './worker-pool.js';
import { BEGIN } from '../database/begin.js';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';

/**
 * Gives the jobs of the silent to the living. A job locked by a worker that has not been seen for a lease is replaced
 * by a fresh one with a new id in the same statement: if the silent worker was only asleep and completes it later, it
 * deletes an id that no longer exists and cannot take its successor's work with it (semantics 26).
 */
const REISSUE = `
  WITH silent AS (
    DELETE FROM jobs.workers WHERE seen_at < clock_timestamp() - $1 * interval '1 millisecond' RETURNING id
  ), orphaned AS (
    DELETE FROM graphile_worker._private_jobs j
    WHERE j.locked_by IS NOT NULL
      AND j.locked_at < clock_timestamp() - $1 * interval '1 millisecond'
      AND (j.locked_by IN (SELECT id FROM silent) OR NOT EXISTS (SELECT 1 FROM jobs.workers w WHERE w.id = j.locked_by))
    RETURNING j.*
  )
  INSERT INTO graphile_worker._private_jobs (job_queue_id, task_id, payload, priority, max_attempts, key, flags, run_at)
  SELECT job_queue_id, task_id, payload, priority, max_attempts, key, flags, now() FROM orphaned
  RETURNING id`;

@Injectable()
export class DeadWorkers {
  constructor(@Inject(WORKER_POOL) private readonly pool: Pool) {}

  /** @returns how many jobs were given to the living */
  async reissue(leaseMs: number): Promise<number> {
    const client = await this.pool.connect();
    try {
      await client.query(BEGIN);
      // One sweeper at a time; the others have nothing to add and do not queue up.
      const { rows } = await client.query<{ mine: boolean }>(
        "SELECT pg_try_advisory_xact_lock(hashtext('ichido:reissue')) AS mine",
      );
      const reissued = rows[0]?.mine ? ((await client.query(REISSUE, [leaseMs])).rowCount ?? 0) : 0;
      await client.query('COMMIT');
      if (reissued > 0)
        await client.query("SELECT pg_notify('jobs:insert', $1)", [
          JSON.stringify({ r: Math.random(), count: reissued }),
        ]);
      client.release();
      return reissued;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }
}
