import type { Stage } from './stage.js';
import { builtFile } from '../../bench/stack/built-service.ts';
import { environment } from '../../test/support/environment.js';
import type { Report } from '#modules/payments/reconcile/report.js';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

/** What came of the reconciliation of the night. */
export type Reconciled =
  | {
      /** Events that the provider has told, and those of them that only now came in. */
      readonly told: number;
      readonly missed: number;
      /** What somebody would have to look at; nothing that went on meanwhile is in order yet. */
      readonly open: number;
    }
  | {
      /** Why the books could not be compared. */
      readonly complaint: string;
    };

/** Nothing, or something, is open afterwards; both are results. */
const COMPARED = [0, 1];
/** As the job of the night is tried again; what fails three times when nothing is broken will not be done by itself. */
const TRIES = 3;
const BETWEEN_TRIES_MS = 2_000;
/** Characters: a stack and what led to it. */
const LAST_WORDS = 2_000;

/** `npm run reconcile`: lets in what the provider has told and the post has lost. Rejects only when `signal` came. */
export async function reconcile(stage: Stage, signal: AbortSignal): Promise<Reconciled> {
  for (let tried = 1; ; tried++) {
    const { code, stdout, stderr } = await run(stage, signal);
    if (COMPARED.includes(code ?? -1)) return figuresOf(JSON.parse(stdout) as Report);
    if (tried === TRIES) return { complaint: stderr.slice(-LAST_WORDS) };
    await pause(BETWEEN_TRIES_MS, undefined, { signal });
  }
}

const figuresOf = ({ events, open }: Report): Reconciled => ({
  told: events.listed,
  missed: events.recorded,
  open,
});

async function run({ database, providerUrl }: Stage, signal: AbortSignal) {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [builtFile('reconcile.js'), '--since', '24h', '--json'], {
    env: { PATH, HOME, ...environment(database.url, providerUrl) },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}
