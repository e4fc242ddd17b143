import type { JobRequest } from './job.js';
import { sideBySide } from '../database/side-by-side.js';
import { inOrder, Rank, type Sql, type WriteKind } from '../database/unit-of-work/write-kind.js';
import { Unit } from '../database/unit-of-work/unit.js';
import { isId } from '../kernel/ids.js';
import { stoppedDuplicate } from '../observability/stopped-duplicates.js';

/** The queue counts attempts; schedules and giving up are ours, so its own limit is out of reach (smallint). */
export const NEVER_GIVE_UP = 32_767;

export interface JobRow extends JobRequest {
  /** Told after the statement when the queue has such a job already. */
  readonly refused: () => void;
  /** Set when the committing process runs it at once: in whose name, and who is told the job's number. */
  taken?: { readonly by: string; readonly as: (id: string) => void };
}

interface QueuedRow {
  readonly id: string;
  readonly key: string;
}

const GIVEN = sideBySide({ name: 'text', key: 'text', payload: 'json', delay_ms: 'bigint', taker: 'text' });

const insert = async (sql: Sql, rows: readonly JobRow[]): Promise<QueuedRow[]> => {
  const { rows: queued } = await sql<QueuedRow>(
    `INSERT INTO graphile_worker._private_jobs AS j
       (task_id, payload, run_at, max_attempts, key, locked_by, locked_at, attempts)
     SELECT t.id, v.payload, now() + v.delay_ms * interval '1 millisecond', ${NEVER_GIVE_UP}, v.key, v.taker,
       CASE WHEN v.taker IS NOT NULL THEN now() END, CASE WHEN v.taker IS NOT NULL THEN 1 ELSE 0 END
     FROM (${GIVEN}) AS v
     JOIN graphile_worker._private_tasks t ON t.identifier = v.name
     ON CONFLICT (key) DO NOTHING RETURNING id, key`,
    [
      rows.map((job) => job.name),
      rows.map((job) => job.key),
      rows.map((job) => JSON.stringify(job.payload)),
      rows.map((job) => job.delayMs ?? 0),
      rows.map((job) => job.taken?.by ?? null),
    ],
  );
  return queued;
};

/** The queue numbers its kinds of jobs at their first use. DO NOTHING: two processes may be the first; both find it then. */
const nameNewKinds = async (sql: Sql, rows: readonly JobRow[]): Promise<boolean> => {
  const { rows: found } = await sql<{ unknown: number }>(
    `WITH unknown AS (
       SELECT unnest($1::text[]) AS identifier EXCEPT SELECT identifier FROM graphile_worker._private_tasks
     ), named AS (
       INSERT INTO graphile_worker._private_tasks (identifier) SELECT identifier FROM unknown ON CONFLICT DO NOTHING
     )
     SELECT count(*)::int AS unknown FROM unknown`,
    [rows.map(({ name }) => name)],
  );
  return found[0]!.unknown > 0;
};

const announced = (rows: readonly JobRow[]): number => rows.filter((job) => !job.taken && !job.delayMs).length;

/**
 * Enqueues with the commit. ON CONFLICT: while a job with the same key is queued or running there is no second one
 * (layer 4); that is no error, the work is already on its way. What the committing process does not run itself is
 * announced once for all: each NOTIFY of a transaction makes its commit wait for all others.
 */
export const jobs: WriteKind<JobRow> = {
  name: 'enqueue jobs',
  rank: Rank.mechanics,
  identity: ({ key }) => `jobs/${key}`,
  lost: () => new Error('the queue never loses a job'),
  async write(sql, given) {
    const rows = inOrder(jobs, given);
    const queued = await insert(sql, rows);
    const keys = new Set(queued.map(({ key }) => key));
    const left = rows.filter(({ key }) => !keys.has(key));
    if (left.length > 0 && (await nameNewKinds(sql, left))) queued.push(...(await insert(sql, left)));
    const ids = new Map(queued.map(({ id, key }) => [key, id]));
    for (const { key, taken, refused } of rows) {
      const id = ids.get(key);
      // The same work asked for twice in one unit is one job.
      ids.delete(key);
      if (id === undefined) refused();
      else taken?.as(id);
    }
    const count = announced(rows);
    if (count > 0) await sql(`SELECT pg_notify('jobs:insert', $1)`, [announcement(count)]);
    return [];
  },
};

/** The queue's own notification; the random part keeps PostgreSQL from folding equal ones. */
export const announcement = (count: number): string => JSON.stringify({ r: Math.random(), count });

/** A job that the queue did not hand out. */
export interface TakenJob {
  /** The queue's number of it; after a failover the same number may be another job's. */
  readonly id: string;
  /** The worker that has taken it. */
  readonly by: string;
}

/**
 * Ends a job in the commit that settles it. One that is gone, or somebody else's, was given to another worker in the
 * meantime: the successor finds by its markers that its work is done.
 */
export const completions: WriteKind<TakenJob> = {
  name: 'complete jobs',
  rank: Rank.mechanics,
  identity: ({ id }) => `completed jobs/${id}`,
  lost: () => new Error('completing a job never fails'),
  async write(sql, taken) {
    await sql(
      `DELETE FROM graphile_worker._private_jobs AS j USING (${sideBySide({ id: 'bigint', by: 'text' })}) AS v
       WHERE j.id = v.id AND j.locked_by = v.by`,
      [taken.map(({ id }) => id), taken.map(({ by }) => by)],
    );
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
