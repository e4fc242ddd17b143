import { spawnProgram } from '../support/program.js';
import { until } from '../support/until.js';
import { once } from 'node:events';

/** The sandbox as `npm run sandbox` starts it, a process that can be killed; it tells nobody unless given an address. */
export async function startSandboxProcess(dataDir: string, environment: Record<string, string> = {}) {
  const child = spawnProgram('sandbox/main.js', [], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      SANDBOX_PORT: '0',
      SANDBOX_DATA: dataDir,
      SANDBOX_WEBHOOK_URL: '',
      PSP_WEBHOOK_SECRET: '',
      ...environment,
    },
  });
  const output = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
  const end = once(child, 'close') as Promise<[number | null, string | null]>;
  return { child, output, end };
}

/** Where it listens, as soon as it says so. */
export const urlOf = (output: { stdout: string }): Promise<string> =>
  until('the sandbox tells its address', async () => /http:\/\/\S+/.exec(output.stdout)?.[0]);
