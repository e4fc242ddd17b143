import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ServiceWord } from '#shared/supervision/service-word.js';
import type { ServiceOrder } from './service-order.js';

/** How a process of the service ended. */
export interface Death {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** From its readiness to its end, in ms; 0 when it never was ready. */
  readonly servedMs: number;
}

/** One process of the service, from its birth to its end. */
export interface ServiceLife {
  /** Resolves when it serves; never when it ends before. */
  readonly serves: Promise<void>;
  /** Rejects when the system could not make the process. */
  readonly ended: Promise<Death>;
  /** Until then it only loads what it will need. */
  begin(order: ServiceOrder): void;
  /** SIGTERM: it answers what it has let in, and ends. */
  terminate(): void;
  /** SIGKILL: it does nothing any more, and hears of nothing. */
  kill(): void;
}

const PROGRAM = fileURLToPath(new URL('./service.main.js', import.meta.url));

/** Starts a process of the service, which never outlives this one; `onWish` is called when it asks to be killed. */
export function bearService(variables: NodeJS.ProcessEnv, onWish: () => void): ServiceLife {
  // A debugger has the parent's port already.
  const execArgv = process.execArgv.filter((option) => !option.startsWith('--inspect'));
  const child = fork(PROGRAM, [], { execArgv, env: variables, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const serves = Promise.withResolvers<void>();
  let servesSince: number | undefined;
  child.on('message', (word: ServiceWord) => {
    if (word === 'kill-me') return onWish();
    servesSince = performance.now();
    serves.resolve();
  });
  const takeAlong = (): void => void child.kill('SIGKILL');
  process.once('exit', takeAlong);
  const ended = new Promise<Death>((resolve, reject) => {
    child.on('error', reject);
    child.once('exit', (code, signal) => {
      process.off('exit', takeAlong);
      resolve({ code, signal, servedMs: servesSince === undefined ? 0 : performance.now() - servesSince });
    });
  });
  return {
    serves: serves.promise,
    ended,
    // Who has died meanwhile hears nothing; his end is told by `ended`.
    begin: (order) => void child.send(order, () => undefined),
    terminate: () => void child.kill('SIGTERM'),
    kill: takeAlong,
  };
}
