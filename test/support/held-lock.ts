import type { Scene } from './scene.js';
import { until } from './until.js';

/** A lock that a test holds in the database, so that the service stops at a known place. */
export interface HeldLock {
  /** Returns when this many statements of the service wait for a lock. */
  untilWaiting(count: number): Promise<void>;
  /** Lets them go on; what the statement had changed is undone. */
  release(): Promise<void>;
}

/** Runs a statement in a transaction that stays open until `release`. */
export async function holdLock(scene: Scene, statement: string, values: unknown[] = []): Promise<HeldLock> {
  const client = await scene.sql.connect();
  await client.query('BEGIN');
  await client.query(statement, values);
  return {
    async untilWaiting(count) {
      await until(`${count} statements wait`, async () => {
        const [row] = await scene.rows<{ waiting: number }>(
          `SELECT count(*)::int AS waiting FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return row!.waiting >= count;
      });
    },
    async release() {
      await client.query('ROLLBACK');
      client.release();
    },
  };
}
