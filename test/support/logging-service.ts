import { spawnSource } from './source-process.js';
import { until } from './until.js';
import { once } from 'node:events';

/** A service in a process of its own, whose log can be read. */
export interface LoggingService {
  readonly url: string;
  /** Everything it has written so far, to stdout and stderr. */
  log(): string;
  /** Ends it as an operator would, and waits until it is gone. */
  close(): Promise<void>;
}

/** Long enough for a process that compiles its own source on a busy machine. */
const STARTS_WITHIN_MS = 60_000;

/** Starts the program itself; the environment decides how much it logs. */
export async function startLoggingService(variables: Record<string, string>): Promise<LoggingService> {
  let log = '';
  const child = spawnSource('../../src/main.ts', [], { env: variables, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout?.on('data', (part: Buffer) => (log += part.toString('utf8')));
  child.stderr?.on('data', (part: Buffer) => (log += part.toString('utf8')));
  const gone = once(child, 'close');
  const close = async (): Promise<void> => {
    child.kill('SIGTERM');
    await gone;
  };
  try {
    const url = await until(
      'the service has said where it serves',
      async () => {
        if (child.exitCode !== null) throw new Error(`the service ended by itself: ${log}`);
        return /serves on (http:\S+)/.exec(log)?.[1];
      },
      STARTS_WITHIN_MS,
    );
    return { url: url.replace('localhost', '127.0.0.1'), log: () => log, close };
  } catch (error) {
    await close();
    throw error;
  }
}
