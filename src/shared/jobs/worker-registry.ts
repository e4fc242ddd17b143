import { WORKER_POOL } from './worker-pool.js';
import { alignClock } from '../kernel/clock.js';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';

/** Who is alive: one row per worker pool, refreshed on the database's clock. */
@Injectable()
export class WorkerRegistry {
  constructor(@Inject(WORKER_POOL) private readonly pool: Pool) {}

  async heartbeat(workerId: string): Promise<void> {
    const askedAt = Date.now();
    // The same worker's row is refreshed for as long as it lives; nobody else writes it.
    const { rows } = await this.pool.query<{ seen_at: Date }>(
      `INSERT INTO jobs.workers AS w (id, seen_at) VALUES ($1, clock_timestamp())
       ON CONFLICT (id) DO UPDATE SET seen_at = clock_timestamp() RETURNING seen_at`,
      [workerId],
    );
    alignClock(rows[0]!.seen_at, askedAt, Date.now());
  }

  /** Takes leave and hands back whatever this worker still holds. */
  async leave(workerId: string): Promise<void> {
    await this.pool.query('DELETE FROM jobs.workers WHERE id = $1', [workerId]);
    await this.pool.query('SELECT graphile_worker.force_unlock_workers(ARRAY[$1])', [workerId]);
  }
}
