import type { Stage } from './stage.js';
import { builtFile } from '../../bench/stack/built-service.ts';
import { environment } from '../../test/support/environment.js';
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Nothing, or something, is open afterwards; both are results. */
const COMPARED = [0, 1];

/** `npm run reconcile`: lets in what the provider has told and the post has lost. Rejects when it could not compare, or `signal` came. */
export async function reconcile({ database, providerUrl }: Stage, signal: AbortSignal): Promise<void> {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [builtFile('reconcile.js'), '--since', '24h', '--json'], {
    env: { PATH, HOME, ...environment(database.url, providerUrl) },
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (!COMPARED.includes(code ?? -1)) throw new Error(`the books could not be compared: ${said}`);
}
