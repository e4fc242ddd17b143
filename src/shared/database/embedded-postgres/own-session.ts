import { spawn } from 'node:child_process';
import type { ServerAccount } from './server-account.js';

export interface Finished {
  /** Exit code; -1 when the program could not be run at all or was killed. */
  readonly code: number;
  /** Everything it wrote, or why it could not be run. */
  readonly output: string;
}

/**
 * Runs a program to its end in a session of its own: a Ctrl-C in the terminal reaches this process, which then stops
 * things in order, and never the program. The environment is fixed, so that a caller's PGPORT, PGDATA or language
 * changes nothing.
 */
export const runInOwnSession = (file: string, args: readonly string[], account?: ServerAccount): Promise<Finished> =>
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
    child.once('error', (error) => resolve({ code: -1, output: error.message }));
    child.once('close', (code) => resolve({ code: code ?? -1, output }));
  });
