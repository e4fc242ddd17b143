import { setTimeout as pause } from 'node:timers/promises';

/** Looks every 20 ms until the condition holds; fails after 20 s, far beyond what any of these conditions takes. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const limit = Date.now() + 20_000; Date.now() < limit; await pause(20)) {
    if (await holds()) return;
  }
  throw new Error(`still waiting until ${what}`);
}
