import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));

/** Starts one of the built programs (`start.js`, `reconcile.js`, …) as the npm script of its name does. */
export const spawnProgram = (file: string, args: readonly string[], options: SpawnOptions = {}): ChildProcess =>
  spawn(process.execPath, ['--enable-source-maps', `dist/${file}`, ...args], {
    cwd: PROJECT,
    ...options,
    // Jest's own flags are for Jest.
    env: { ...process.env, NODE_OPTIONS: '', ...options.env },
  });
