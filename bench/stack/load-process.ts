import type { LoadMessage, LoadOrder, LoadResult } from '../load/load-order.ts';
import { type Program, startProgram } from './program.ts';
import { fileURLToPath } from 'node:url';

/** Told as soon as the counted time begins, and as soon as it ends. */
export interface Watch {
  opened(): Promise<void>;
  closed(): Promise<void>;
}

/** The process that plays the clients. */
export class LoadProcess {
  private readonly program: Program;

  private constructor(program: Program) {
    this.program = program;
  }

  static async start(): Promise<LoadProcess> {
    const main = fileURLToPath(new URL('../load/load.main.ts', import.meta.url));
    return new LoadProcess(
      await startProgram({
        name: 'load',
        command: [process.execPath, main],
        ready: /ready/,
        ipc: true,
      }),
    );
  }

  get pid(): number {
    return this.program.pid;
  }

  stop(): Promise<void> {
    return this.program.stop();
  }

  /** Rejects when the load broke off, or its process ended. */
  async measure(order: LoadOrder, watch: Watch): Promise<LoadResult> {
    const { child } = this.program;
    const end = Promise.withResolvers<LoadResult>();
    const watched: Promise<void>[] = [];
    const listen = (message: LoadMessage): void => {
      if (message.at === 'window-open') watched.push(watch.opened());
      if (message.at === 'window-closed') watched.push(watch.closed());
      if (message.at === 'done') end.resolve(message.result);
      if (message.at === 'failed') end.reject(new Error(`the load broke off: ${message.reason}`));
    };
    const ended = (): void => end.reject(new Error('the load process ended'));
    child.on('message', listen).once('exit', ended);
    try {
      child.send(order);
      const result = await end.promise;
      await Promise.all(watched);
      return result;
    } finally {
      child.off('message', listen).off('exit', ended);
    }
  }
}
