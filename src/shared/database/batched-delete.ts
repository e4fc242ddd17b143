import { unhurried } from '../kernel/unhurried.js';
import type { Pool } from 'pg';

export interface BatchedDelete {
  /** Of two instances that want to delete the same, one does; told apart by this name. */
  readonly name: string;
  /** Deletes at most as many rows as its last parameter says. */
  readonly statement: string;
  readonly values?: readonly unknown[];
  /** Asked between two batches. */
  readonly stopped: () => boolean;
}

/** Rows per commit: small enough that nobody else waits, large enough that a million takes seconds (measured). */
const BATCH = 5_000;

/** Deletes batch by batch until nothing is left, in one session with a commit for each; answers how many rows it were. */
export async function deleteInBatches(pool: Pool, { name, statement, values = [], stopped }: BatchedDelete) {
  const client = await pool.connect();
  try {
    let removed = 0;
    const removeBatch = async (): Promise<number> => {
      await client.query('BEGIN');
      // Held for one batch only; an instance that does not get it has nothing to do.
      const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_xact_lock(hashtext($1)) AS mine', [
        name,
      ]);
      const count = rows[0]?.mine ? ((await client.query(statement, [...values, BATCH])).rowCount ?? 0) : 0;
      await client.query('COMMIT');
      return count;
    };
    for (let batch = BATCH; batch === BATCH && !stopped(); removed += batch) batch = await unhurried(removeBatch);
    client.release();
    return removed;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
