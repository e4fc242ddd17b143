import { setTimeout as pause } from 'node:timers/promises';

/** Does it again and again, `ms` after the last time was through, until `signal`; what fails once may succeed next time. */
export async function every(ms: number, signal: AbortSignal, look: () => Promise<unknown>): Promise<void> {
  while (!signal.aborted) {
    await look().catch(() => undefined);
    await pause(ms, undefined, { signal }).catch(() => undefined);
  }
}
