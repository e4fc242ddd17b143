import { VersionConflict } from '../database/unit-of-work/unit-errors.js';
import { Rank, type WriteKind } from '../database/unit-of-work/write-kind.js';

export interface DueJob {
  readonly id: string;
  readonly key: string;
}

const jobOf = ({ key }: DueJob): string => `jobs/${key}`;

/** A hundred years: until somebody lets it go. */
const NEVER = `interval '100 years'`;
/** What waits longer than this is held back. */
const FAR_AWAY = `now() + interval '1 year'`;

const becomesDue = (name: string, condition: string): WriteKind<DueJob> => ({
  name,
  rank: Rank.mechanics,
  identity: jobOf,
  lost: () => new Error('a job that is gone needs no haste'),
  async write(sql, rows) {
    await sql(
      `UPDATE graphile_worker._private_jobs SET run_at = now(), payload = CASE
         WHEN payload ->> 'crashes' IS NULL THEN payload ELSE (payload::jsonb || '{"crashes": 0}')::json END
       WHERE id = ANY($1::bigint[]) AND locked_at IS NULL AND ${condition}`,
      [rows.map(({ id }) => id)],
    );
    return [];
  },
});

/**
 * Makes waiting jobs due. One that began or ended meanwhile is left alone: what was wanted has happened; so is one that
 * was held back meanwhile. A job that has killed its workers gets its lives back; that it was cut off stays on record.
 */
export const dueNow = becomesDue('jobs due now', `run_at < ${FAR_AWAY}`);

/** As `dueNow`, for what was held back. */
export const letGoOn = becomesDue('jobs let go on', 'true');

/**
 * Takes waiting jobs out of everybody's reach, without losing them. One that has begun meanwhile cannot be held, and one
 * that is gone has run, and may have left another one: the unit decides again.
 */
export const heldBack: WriteKind<DueJob> = {
  name: 'jobs held back',
  rank: Rank.mechanics,
  identity: jobOf,
  lost: (rows) => new VersionConflict(`${rows.map(({ key }) => key).join(', ')} began meanwhile`),
  async write(sql, rows) {
    const ids = rows.map(({ id }) => id);
    await sql(
      `UPDATE graphile_worker._private_jobs SET run_at = now() + ${NEVER} WHERE id = ANY($1::bigint[]) AND locked_at IS NULL`,
      [ids],
    );
    const { rows: far } = await sql<{ id: string }>(
      `SELECT id FROM graphile_worker._private_jobs WHERE id = ANY($1::bigint[]) AND run_at >= ${FAR_AWAY}`,
      [ids],
    );
    const held = new Set(far.map(({ id }) => id));
    return rows.filter(({ id }) => !held.has(id));
  },
};
