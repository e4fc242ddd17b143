import type { DatabaseServer } from './database-server.ts';
import { setTimeout as pause } from 'node:timers/promises';

/** The relay empties its boxes and the queue its jobs in seconds; a minute means that something is stuck. */
const QUIET_WITHIN_MS = 60_000;
const LOOK_AGAIN_MS = 50;

const OPEN = `
  SELECT (SELECT count(*) FROM messaging.outbox) AS messages,
    (SELECT count(*) FROM messaging.deliveries WHERE dead_at IS NULL) AS deliveries,
    (SELECT count(*) FROM messaging.inbox WHERE status = 'received') AS "events of the provider",
    (SELECT count(*) FROM saga.sagas WHERE status IN ('running', 'compensating')) AS flows,
    (SELECT count(*) FROM graphile_worker.jobs WHERE run_at <= now() AND locked_at IS NULL) AS "waiting jobs",
    (SELECT count(*) FROM graphile_worker.jobs WHERE run_at <= now() AND locked_at IS NOT NULL) AS "running jobs"`;

/** What the service's sessions do meanwhile: whether they wait for a lock, for the disk, or for the service. */
const SESSIONS = `
  SELECT concat_ws(' ', application_name, state, wait_event_type, wait_event) AS does, count(*) AS sessions
  FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() GROUP BY 1 ORDER BY 2 DESC, 1`;

/** Waits until nothing is under way in the service's database any more; answers after how many ms. */
export async function untilQuiet(database: DatabaseServer, url: string): Promise<number> {
  const since = performance.now();
  for (;;) {
    const [open] = await database.rows<Record<string, string>>(url, OPEN);
    const waited = performance.now() - since;
    const left = Object.entries(open!).filter(([, count]) => count !== '0');
    if (left.length === 0) return waited;
    if (waited > QUIET_WITHIN_MS) {
      const what = left.map(([kind, count]) => `${count} ${kind}`).join(', ');
      const sessions = await database.rows<{ does: string; sessions: string }>(url, SESSIONS);
      const meanwhile = sessions.map((row) => `${row.sessions} x ${row.does}`).join(', ');
      throw new Error(`still under way after ${QUIET_WITHIN_MS} ms: ${what}; sessions: ${meanwhile}`);
    }
    await pause(LOOK_AGAIN_MS);
  }
}
