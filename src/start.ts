import { setTimeout as pause } from 'node:timers/promises';
import { startFailure } from '#shared/config/start-failure.js';
import { outliveStrayRejections } from '#shared/observability/stray-rejections.js';
import { type End, firstEnd } from './local/end.js';
import { RunningParts } from './local/running-parts.js';
import { startLocally } from './local/start-locally.js';

/**
 * `npm start`: everything on this machine in one process, until Ctrl-C or a failure; then all that was started is
 * stopped, the database last. A start that fails ends with one line on stderr and exit code 1.
 */
const complain = (line: string): void => void process.stderr.write(`${line}\n`);

/** 10 s: what is being started when Ctrl-C comes is given that long to be there, so that it can be stopped in order. */
const INTERRUPTED_START_MS = 10_000;

outliveStrayRejections();
const parts = new RunningParts(complain);
const interruption = new AbortController();
const end = firstEnd();
const started = startLocally(process.env, parts, interruption.signal);

const reason = await Promise.race([
  started.then(
    () => end,
    (error: unknown): End => ({ kind: 'failed', error }),
  ),
  end.then(async (first) => {
    interruption.abort();
    await Promise.race([started.catch(() => undefined), pause(INTERRUPTED_START_MS)]);
    return first;
  }),
]);
if (reason.kind === 'failed') {
  complain(
    startFailure(reason.error) ??
      `Unexpected: ${reason.error instanceof Error ? reason.error.stack : String(reason.error)}`,
  );
}
await parts.stopAll();
process.exit(reason.kind === 'failed' ? 1 : 0);
