import type { DatabaseServer } from './database-server.ts';
import { setTimeout as pause } from 'node:timers/promises';

/** The relay empties its boxes and the queue its jobs in seconds; a minute means that something is stuck. */
const QUIET_WITHIN_MS = 60_000;
const LOOK_AGAIN_MS = 50;

const OPEN = `
  SELECT (SELECT count(*) FROM messaging.outbox) + (SELECT count(*) FROM messaging.deliveries WHERE dead_at IS NULL)
    + (SELECT count(*) FROM messaging.inbox WHERE status = 'received')
    + (SELECT count(*) FROM saga.sagas WHERE status IN ('running', 'compensating'))
    + (SELECT count(*) FROM graphile_worker.jobs WHERE run_at <= now()) AS open`;

/** Waits until nothing is under way in the service's database any more; answers after how many ms. */
export async function untilQuiet(database: DatabaseServer, url: string): Promise<number> {
  const since = performance.now();
  for (;;) {
    const [row] = await database.rows<{ open: string }>(url, OPEN);
    const waited = performance.now() - since;
    if (row!.open === '0') return waited;
    if (waited > QUIET_WITHIN_MS)
      throw new Error(`${row!.open} things are still under way after ${QUIET_WITHIN_MS} ms`);
    await pause(LOOK_AGAIN_MS);
  }
}
