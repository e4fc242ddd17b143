import { Rank, type WriteKind } from '../database/unit-of-work/write-kind.js';

export interface DueJob {
  readonly id: string;
  readonly key: string;
}

const jobOf = ({ key }: DueJob): string => `jobs/${key}`;

/**
 * Makes waiting jobs due. One that began or ended meanwhile is left alone: what was wanted has happened. A job that has
 * killed its workers gets its lives back; that it was cut off stays on record.
 */
export const dueNow: WriteKind<DueJob> = {
  name: 'jobs due now',
  rank: Rank.mechanics,
  identity: jobOf,
  lost: () => new Error('a job that is gone needs no haste'),
  async write(sql, rows) {
    await sql(
      `UPDATE graphile_worker._private_jobs SET run_at = now(), payload = CASE
         WHEN payload ->> 'crashes' IS NULL THEN payload ELSE (payload::jsonb || '{"crashes": 0}')::json END
       WHERE id = ANY($1::bigint[]) AND locked_at IS NULL`,
      [rows.map(({ id }) => id)],
    );
    return [];
  },
};

/** A hundred years: until somebody lets it go. */
const NEVER = `interval '100 years'`;

/** Takes waiting jobs out of everybody's reach, without losing them. One that is at work comes to its end. */
export const heldBack: WriteKind<DueJob> = {
  name: 'jobs held back',
  rank: Rank.mechanics,
  identity: jobOf,
  lost: () => new Error('a job that is gone needs not be held'),
  async write(sql, rows) {
    await sql(
      `UPDATE graphile_worker._private_jobs SET run_at = now() + ${NEVER} WHERE id = ANY($1::bigint[]) AND locked_at IS NULL`,
      [rows.map(({ id }) => id)],
    );
    return [];
  },
};
