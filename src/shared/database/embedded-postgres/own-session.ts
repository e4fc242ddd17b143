import { spawn } from 'node:child_process';
import type { ServerAccount } from './server-account.js';

export interface Finished {
  /** Exit code; -1 when the program could not be run at all or was killed. */
  readonly code: number;
  /** Everything it wrote, or why it could not be run. */
  readonly output: string;
}

/** What a terminal sends to everyone in the foreground. */
const TERMINAL_SIGNALS: readonly string[] = ['SIGINT', 'SIGHUP', 'SIGTERM'];

/** Ctrl-C pressed in anger comes twice or thrice. */
const ATTEMPTS = 5;

/**
 * Runs a program to its end in a session of its own: a Ctrl-C in the terminal reaches this process, which then stops
 * things in order, and never the program. The environment is fixed, so that a caller's PGPORT, PGDATA or language
 * changes nothing.
 */
export async function runInOwnSession(
  file: string,
  args: readonly string[],
  account?: ServerAccount,
): Promise<Finished> {
  for (let attempt = 1; ; attempt++) {
    const { signal, ...finished } = await runOnce(file, args, account);
    // Between its fork and its session a child still hears the terminal: it died before it was the program.
    if (!TERMINAL_SIGNALS.includes(signal ?? '') || attempt === ATTEMPTS) return finished;
  }
}

const runOnce = (
  file: string,
  args: readonly string[],
  account?: ServerAccount,
): Promise<Finished & { readonly signal: NodeJS.Signals | null }> =>
  new Promise((resolve) => {
    const child = spawn(file, args, {
      // The caller's working directory may be one that the account cannot enter.
      cwd: '/',
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: `${process.env.PATH ?? ''}:/usr/sbin:/usr/bin:/sbin:/bin`, LC_ALL: 'C' },
      ...(account && { uid: account.uid, gid: account.gid }),
    });
    let output = '';
    const collect = (chunk: Buffer) => (output += chunk.toString());
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', (error) => resolve({ code: -1, output: error.message, signal: null }));
    child.once('close', (code, signal) => resolve({ code: code ?? -1, output, signal }));
  });
