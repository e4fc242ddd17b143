import type { Scene } from './scene.js';
import { until } from './until.js';
import pg from 'pg';

/** A lock that a test holds in the database, so that the service stops at a known place. */
export interface HeldLock {
  /** Returns when this many statements of the service wait for a lock. */
  untilWaiting(count: number): Promise<void>;
  /** Returns when a unit waits for it on a connection of its own: in a group it gives up soon and goes alone. */
  untilWaitingAlone(): Promise<void>;
  /** Lets them go on; what the statement had changed is undone. */
  release(): Promise<void>;
}

/** What has a database in which the lock is held. */
type Stage = Pick<Scene, 'database' | 'beforeClose' | 'rows'>;

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
      await until(`${count} statements wait`, async () => (await waiting(scene)).length >= count);
    },
    async untilWaitingAlone() {
      await until('a unit waits alone', async () => (await waiting(scene)).includes('ichido writes'));
    },
    release: () => client.end(),
  };
}

/** The names of the connections whose statements wait for a lock. */
async function waiting(scene: Pick<Stage, 'rows'>): Promise<string[]> {
  const rows = await scene.rows<{ name: string }>(
    `SELECT application_name AS name FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows.map(({ name }) => name);
}
