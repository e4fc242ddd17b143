import { announcement } from './job-writes.js';
import { WORKER_POOL } from './worker-pool.js';
import { BEGIN } from '../database/begin.js';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';

/** A job that was running each time its worker died is probably the reason. */
const CRASHES_TO_QUARANTINE = 3;
/** What is in quarantine runs this much later, so that it cannot bring down one worker after the other. */
const QUARANTINE = '1 hour';

/** Of a row of the queue: that it may be made due before its time. */
export const NOT_IN_QUARANTINE = `coalesce((payload ->> 'crashes')::int, 0) < ${CRASHES_TO_QUARANTINE}`;

/**
 * Gives the jobs of the silent to the living. A job locked by a worker that has not been seen for a lease is replaced
 * by a fresh one with a new id in the same statement: if the silent worker was only asleep and completes it later, it
 * deletes an id that no longer exists and cannot take its successor's work with it (semantics 26). The payload counts
 * how often that happened to this piece of work.
 *
 * One without a key has failed, and a later run of it has taken its key; its worker died before the queue was told. It
 * goes, or there would be two of it. So does one that nobody has locked: its worker was cut off before it heard that the
 * later run was written, and told the queue that it has failed, which keeps what has used up its attempts for ever.
 */
const REISSUE = `
  WITH silent AS (
    DELETE FROM jobs.workers WHERE seen_at < clock_timestamp() - $1 * interval '1 millisecond' RETURNING id
  ), orphaned AS (
    DELETE FROM graphile_worker._private_jobs j
    WHERE j.locked_by IS NOT NULL
      AND j.locked_at < clock_timestamp() - $1 * interval '1 millisecond'
      AND (j.locked_by IN (SELECT id FROM silent) OR NOT EXISTS (SELECT 1 FROM jobs.workers w WHERE w.id = j.locked_by))
    RETURNING j.*, coalesce((j.payload ->> 'crashes')::int, 0) + 1 AS crashes
  ), replaced AS (
    DELETE FROM graphile_worker._private_jobs WHERE key IS NULL AND locked_by IS NULL AND attempts >= max_attempts
  )
  INSERT INTO graphile_worker._private_jobs AS fresh (job_queue_id, task_id, payload, priority, max_attempts, key, flags, run_at)
  SELECT job_queue_id, task_id, (payload::jsonb || jsonb_build_object('crashes', crashes))::json, priority, max_attempts, key, flags,
    CASE WHEN crashes < ${CRASHES_TO_QUARANTINE} THEN now() ELSE now() + interval '${QUARANTINE}' END
  FROM orphaned WHERE key IS NOT NULL
  RETURNING fresh.key, fresh.payload ->> 'orderId' AS "orderId",
    (fresh.payload ->> 'crashes')::int >= ${CRASHES_TO_QUARANTINE} AS quarantined`;

/** A job that was given to the living, or set aside because it keeps killing its workers. */
export interface ReissuedJob {
  readonly key: string;
  /** Null for work that is about none. */
  readonly orderId: string | null;
  readonly quarantined: boolean;
}

@Injectable()
export class DeadWorkers {
  constructor(@Inject(WORKER_POOL) private readonly pool: Pool) {}

  async reissue(leaseMs: number): Promise<readonly ReissuedJob[]> {
    const client = await this.pool.connect();
    try {
      await client.query(BEGIN);
      // One sweeper at a time; the others have nothing to add and do not queue up.
      const { rows } = await client.query<{ mine: boolean }>(
        "SELECT pg_try_advisory_xact_lock(hashtext('ichido:reissue')) AS mine",
      );
      const reissued = rows[0]?.mine ? (await client.query<ReissuedJob>(REISSUE, [leaseMs])).rows : [];
      await client.query('COMMIT');
      if (reissued.length > 0)
        await client.query("SELECT pg_notify('jobs:insert', $1)", [announcement(reissued.length)]);
      client.release();
      return reissued;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }
}
