import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** A job in the queue, for a person to see. */
export interface QueuedJobView {
  readonly id: string;
  readonly name: string;
  readonly key: string;
  readonly since: Date;
  readonly runsAt: Date;
  readonly isRunning: boolean;
  /** It runs, or a run of it did not come to its end: what it does may have been done a moment ago. */
  readonly hasBegun: boolean;
  /** Runs that ended in an exception. */
  readonly failures: number;
  /** Workers that died while they ran it. */
  readonly crashes: number;
}

export type QueuedJobState = 'running' | 'waiting' | 'failing' | 'quarantined';

/** A job that was set aside because it killed its worker each time; see dead-workers.ts. */
const CRASHES_OF_QUARANTINED = 3;

const crashes = `coalesce((j.payload ->> 'crashes')::int, 0)`;
const failures = `coalesce((j.payload ->> 'failures')::int, 0)`;

const IN_STATE: Readonly<Record<QueuedJobState, string>> = {
  running: 'j.locked_at IS NOT NULL',
  quarantined: `j.locked_at IS NULL AND ${crashes} >= ${CRASHES_OF_QUARANTINED}`,
  failing: `j.locked_at IS NULL AND ${crashes} < ${CRASHES_OF_QUARANTINED} AND ${failures} > 0`,
  waiting: `j.locked_at IS NULL AND ${crashes} < ${CRASHES_OF_QUARANTINED} AND ${failures} = 0`,
};

const COLUMNS = `j.id, t.identifier AS name, coalesce(j.key, '') AS key, j.created_at AS since, j.run_at AS "runsAt",
  j.locked_at IS NOT NULL AS "isRunning", j.attempts > 0 OR ${failures} > 0 OR ${crashes} > 0 AS "hasBegun", ${failures} AS failures, ${crashes} AS crashes
  FROM graphile_worker._private_jobs AS j JOIN graphile_worker._private_tasks AS t ON t.id = j.task_id`;

/** Reads the queue; what is in it is never more than the work of the moment, so it is read whole. */
@Injectable()
export class QueuedJobsStore {
  constructor(private readonly source: DataSource) {}

  /** Oldest first, after the job `after`. */
  page(state: QueuedJobState, limit: number, after = '0'): Promise<QueuedJobView[]> {
    return this.source.query<QueuedJobView[]>(
      `SELECT ${COLUMNS} WHERE ${IN_STATE[state]} AND j.id > $1 ORDER BY j.id LIMIT $2`,
      [after, limit],
    );
  }

  async byId(id: string): Promise<QueuedJobView | undefined> {
    return (await this.source.query<QueuedJobView[]>(`SELECT ${COLUMNS} WHERE j.id = $1`, [id]))[0];
  }

  /** Whether this piece of work is queued or running. */
  async isUnderWay(key: string): Promise<boolean> {
    const found = await this.source.query<object[]>('SELECT 1 FROM graphile_worker._private_jobs WHERE key = $1', [
      key,
    ]);
    return found.length > 0;
  }

  /** The jobs of a saga or of one of its steps, with whose key theirs begin; the next one to run first. */
  under(key: string): Promise<QueuedJobView[]> {
    return this.source.query<QueuedJobView[]>(`SELECT ${COLUMNS} WHERE j.key LIKE $1 ORDER BY j.run_at, j.id`, [
      `${key}:%`,
    ]);
  }
}
