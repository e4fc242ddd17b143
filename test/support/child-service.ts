import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
/** For a hook that starts one: loading the program on a machine that is busy with other tests takes its time. */
export const STARTED_WITHIN_MS = 60_000;
const SERVES = /^Ichido serves on (\S+)$/m;

/** The built service as a process of its own, which can be killed and frozen like any other. */
export interface ChildService {
  readonly url: string;
  readonly pid: number;
  readonly alive: boolean;
  /** What it has written to stderr so far, which is all that it logs. */
  readonly log: string;
  /** `kill -9`: returns when the process is gone. */
  kill(): Promise<void>;
  /** Stops it in the middle of whatever it does, until it is thawed. */
  freeze(): void;
  thaw(): void;
  /** SIGTERM: returns its exit code once it has ended by itself, null when a signal had to end it. */
  terminate(): Promise<number | null>;
  /** Ends it as an operator would, or at once when it does not listen. */
  close(): Promise<void>;
}

// Jest's own flags are for Jest. Most of a start is compiling what the last one has compiled: about a fifth is saved.
const childEnvironment = (variables: Record<string, string>): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  NODE_COMPILE_CACHE: process.env.ICHIDO_TEST_COMPILED,
  ...variables,
});

/** Starts `node dist/main.js` with exactly these variables and returns once it serves; rejects with its complaint. */
export async function startChildService(variables: Record<string, string>): Promise<ChildService> {
  const child = spawn(process.execPath, ['dist/main.js'], {
    cwd: PROJECT,
    env: childEnvironment(variables),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const ended = once(child, 'exit');
  const isAlive = (): boolean => child.exitCode === null && child.signalCode === null;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (isAlive()) child.kill(signal);
    await ended;
  };
  return {
    url: (await announced(child)).replace('localhost', '127.0.0.1'),
    pid: child.pid!,
    get alive() {
      return isAlive();
    },
    get log() {
      return log;
    },
    kill: () => end('SIGKILL'),
    async terminate() {
      await end('SIGTERM');
      return child.exitCode;
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async close() {
      child.kill('SIGCONT');
      const impatience = setTimeout(() => child.kill('SIGKILL'), 5_000);
      await end('SIGTERM');
      clearTimeout(impatience);
    },
  };
}

function announced(child: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let words = '';
  const giveUp = setTimeout(() => {
    child.kill('SIGKILL');
    reject(new Error(`the service did not start within ${STARTED_WITHIN_MS} ms: ${words}`));
  }, STARTED_WITHIN_MS);
  child.stderr!.on('data', (chunk: Buffer) => {
    words += chunk.toString();
    const url = SERVES.exec(words)?.[1];
    if (url) resolve(url);
  });
  child.once('exit', () => reject(new Error(`the service ended: ${words}`)));
  child.once('error', reject);
  return promise.finally(() => clearTimeout(giveUp));
}
