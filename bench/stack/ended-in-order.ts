import type { RunningStack } from './running-stack.ts';

/** Whoever read what is said has gone, as `head` does, or a terminal that was closed. */
const NOBODY_READS = ['EPIPE', 'EIO'];

/**
 * However the program is ended, everything on the stack is stopped first: by a signal, as often as it comes (the terminal
 * sends one to all, and npm passes it on once more), or by an error that nobody caught, which is said. The program ends
 * with `code` then. That nobody reads what it says ends nothing.
 */
export function endInOrder(stack: RunningStack, say: (line: string) => void, code: number): void {
  const end = (): void => void stack.stopAll().then(() => process.exit(code));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (!NOBODY_READS.includes(error.code ?? '')) throw error;
    });
  process.on('uncaughtException', (error) => {
    // What fails because all is being stopped is no news.
    if (!stack.isStopping) say(`Unexpected: ${error instanceof Error ? error.stack : String(error)}`);
    end();
  });
}
