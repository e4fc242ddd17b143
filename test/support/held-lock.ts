import type { Scene } from './scene.js';
import { until } from './until.js';
import pg from 'pg';

/** A lock that a test holds in the database, so that the service stops at a known place. */
export interface HeldLock {
  /** Returns when this many statements of the service wait for a lock, for as long as it takes. */
  untilWaiting(count: number): Promise<void>;
  /** Lets them go on; what the statement had changed is undone. */
  release(): Promise<void>;
  /** Changes something under the lock and lets them go on: they see the change. */
  commit(change: string, values: unknown[]): Promise<void>;
}

/** What has a database in which the lock is held. */
type Stage = Pick<Scene, 'database' | 'beforeClose' | 'rows'>;

/** What the provider answers is settled by nobody until `release`: each settling writes a fact about its payment. */
export const holdSettling = (scene: Stage): Promise<HeldLock> =>
  holdLock(scene, 'LOCK TABLE payments.payment_events IN SHARE MODE');

/** Runs a statement in a transaction that stays open until `release`, or until the scene closes. */
export async function holdLock(scene: Stage, statement: string, values: unknown[] = []): Promise<HeldLock> {
  const client = new pg.Client({ connectionString: scene.database.url });
  client.on('error', () => undefined);
  await client.connect();
  scene.beforeClose(() => client.end());
  await client.query('BEGIN');
  await client.query(statement, values);
  return {
    async untilWaiting(count) {
      await until(`${count} statements wait`, async () => {
        // A group gives up soon, and its units go alone.
        const [row] = await scene.rows<{ waiting: number }>(
          `SELECT count(*)::int AS waiting FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock' AND application_name <> 'ichido group writes'`,
        );
        return row!.waiting >= count;
      });
    },
    release: () => client.end(),
    async commit(change, changeValues) {
      await client.query(change, changeValues);
      await client.query('COMMIT');
    },
  };
}
