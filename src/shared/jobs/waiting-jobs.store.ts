import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** A job in the queue: it runs at this moment, or will. */
export interface WaitingJob {
  readonly key: string;
  readonly since: Date;
  readonly runsAt: Date;
  readonly isRunning: boolean;
}

/** Looks into the queue without touching it. */
@Injectable()
export class WaitingJobsStore {
  constructor(private readonly source: DataSource) {}

  /** The jobs of these sagas: their keys begin with the saga's id. */
  async ofSagas(sagaIds: readonly string[]): Promise<WaitingJob[]> {
    const rows = await this.source.query<{ key: string; created_at: Date; run_at: Date; running: boolean }[]>(
      `SELECT key, created_at, run_at, locked_at IS NOT NULL AS running FROM graphile_worker._private_jobs
       WHERE key LIKE ANY($1::text[]) ORDER BY run_at`,
      [sagaIds.map((id) => `${id}:%`)],
    );
    return rows.map((row) => ({
      key: row.key,
      since: row.created_at,
      runsAt: row.run_at,
      isRunning: row.running,
    }));
  }

  /**
   * Milliseconds until a saga's next job, on the database's clock: 0 while one runs or is due, undefined when none waits.
   * A single pattern, so that a database that sorts by bytes finds it by the index on the keys.
   */
  async untilNext(sagaId: string): Promise<number | undefined> {
    const [row] = await this.source.query<{ ms: string | null }[]>(
      `SELECT 1000 * min(CASE WHEN locked_at IS NULL THEN greatest(0, extract(epoch FROM run_at - now())) ELSE 0 END) AS ms
       FROM graphile_worker._private_jobs WHERE key LIKE $1`,
      [`${sagaId}:%`],
    );
    return row?.ms === null || row === undefined ? undefined : Number(row.ms);
  }
}
