import { setTimeout as pause } from 'node:timers/promises';
import { startFailure } from '#shared/config/start-failure.js';
import { type End, firstEnd } from './local/end.js';
import { RunningParts } from './local/running-parts.js';
import { NeverServed } from './local/service-ended.js';
import { startLocally } from './local/start-locally.js';

/**
 * `npm start`: everything on this machine, until Ctrl-C or a failure; then all that was started is stopped, the database
 * last. This process holds the database and the sandbox, and starts the service again whenever that dies. A start that
 * fails ends with one line on stderr and exit code 1.
 */
const complain = (line: string): void => void process.stderr.write(`${line}\n`);

const wholly = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/** 10 s: what is being started when Ctrl-C comes is given that long to be there, so that it can be stopped in order. */
const INTERRUPTED_START_MS = 10_000;

// A defect, but none that the database, the sandbox or the service has to die of.
process.on('unhandledRejection', (reason) => complain(`A promise that nobody awaits was rejected: ${wholly(reason)}`));

const parts = new RunningParts(complain);
const interruption = new AbortController();
const end = firstEnd();
const started = startLocally({ variables: process.env, parts, interrupted: interruption.signal, tell: complain });

const reason = await Promise.race([
  started
    .then(({ failed }) => Promise.race([end, failed]))
    // A signal to all of us also ends a service that was just being started.
    .catch((error: unknown): End => (interruption.signal.aborted ? { kind: 'asked' } : { kind: 'failed', error })),
  end.then(async (first) => {
    interruption.abort();
    await Promise.race([started.catch(() => undefined), pause(INTERRUPTED_START_MS)]);
    return first;
  }),
]);
if (reason.kind === 'failed' && !(reason.error instanceof NeverServed && reason.error.hasSaidWhy))
  complain(startFailure(reason.error) ?? `Unexpected: ${wholly(reason.error)}`);
await parts.stopAll();
process.exit(reason.kind === 'failed' ? 1 : 0);
