import { existsSync } from 'node:fs';

/** How often the thread looks whether it may go on; it does nothing else meanwhile. */
const BETWEEN_LOOKS_MS = 20;

/**
 * Preloaded into a child: SIGUSR2 keeps its only thread busy, as a computation that never yields would, for as long as
 * the file BUSY_WHILE exists. Nothing is renewed, answered or heard meanwhile.
 */
process.on('SIGUSR2', () => {
  const never = new Int32Array(new SharedArrayBuffer(4));
  while (existsSync(process.env['BUSY_WHILE']!)) Atomics.wait(never, 0, 0, BETWEEN_LOOKS_MS);
});
