import { setTimeout as pause } from 'node:timers/promises';

/** Looks every 20 ms until the condition holds; fails after 60 s: each takes a second or two on a machine of its own. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const limit = performance.now() + 60_000; performance.now() < limit; await pause(20)) {
    if (await holds()) return;
  }
  throw new Error(`still waiting until ${what}`);
}
