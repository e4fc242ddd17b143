import type { Trouble } from './trouble.js';
import type { PlannedFault } from '../plan/planned-faults.js';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Makes every planned fault at its time, whether the last one is through or not, and returns when the last has been made
 * or `signal` says that it is enough. What could not be made until then is told to `complain`.
 */
export async function inject(
  plan: readonly PlannedFault[],
  trouble: Trouble,
  signal: AbortSignal,
  complain: (line: string) => void,
): Promise<void> {
  const began = performance.now();
  for (const fault of plan) {
    const wait = fault.at - (performance.now() - began);
    if (wait > 0) await pause(wait, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    void trouble.make(fault).catch((error: unknown) => {
      if (!signal.aborted) complain(`"${fault.kind}" could not be made: ${String(error)}`);
    });
  }
}
