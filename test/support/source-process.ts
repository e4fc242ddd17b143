import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const pathOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Starts a TypeScript file of this project as a Node process of its own. `file` is relative to test/support. */
export const spawnSource = (file: string, args: readonly string[], options: SpawnOptions = {}): ChildProcess =>
  spawn(process.execPath, ['--import', pathOf('./typescript-source.ts'), pathOf(file), ...args], {
    ...options,
    // Jest's own flags are for Jest.
    env: { ...process.env, NODE_OPTIONS: '', ...options.env },
  });

/** Runs such a file to its end and returns what it wrote; rejects with its complaint when it failed. */
export function runSource(file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const child = spawnSource(file, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  let output = '';
  let complaint = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve(output) : reject(new Error(`${file} failed: ${complaint}`))));
  });
}
