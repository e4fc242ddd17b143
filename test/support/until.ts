import { setTimeout as pause } from 'node:timers/promises';

/** Short enough that a test ends when its fact is there. */
const BETWEEN_LOOKS_MS = 25;

/** Looks until the condition holds and returns what it saw; fails with what it saw last. */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined | false>,
  withinMs = 15_000,
): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (seen) return seen;
    if (performance.now() > deadline) throw new Error(`still not after ${withinMs} ms: ${what}`);
    await pause(BETWEEN_LOOKS_MS);
  }
}
