import { Instance } from './instance.js';
import { type LabDatabase, openLabDatabase } from './lab-database.js';
import { Looks } from './looks.js';
import { PostOffice } from './post-office.js';
import { builtFile } from '../../bench/stack/built-service.ts';
import { HEAP } from '../../bench/stack/heap.ts';
import { type Program, startOnStack } from '../../bench/stack/program.ts';
import type { RunningStack } from '../../bench/stack/running-stack.ts';
import { environment } from '../../test/support/environment.js';
import { SANDBOX_WEBHOOK_SECRET } from '#shared/config/payment-settings.js';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/** Short, so that a run of a minute sees many takeovers; longer than a busy machine keeps a heartbeat waiting. */
export const LEASE_MS = 1_500;

/** How the instances differ from those of the tests. */
const PACE: Readonly<Record<string, string>> = { LEASE: `${LEASE_MS}ms`, PSP_TIMEOUT: '1s', ORDER_WAIT: '2s' };

const variables = (databaseUrl: string, providerUrl: string): Record<string, string> => ({
  ...environment(databaseUrl, providerUrl),
  ...PACE,
  // Their memory is read.
  NODE_OPTIONS: HEAP.join(' '),
});

/** Everything that a run needs: a database, the provider, its post, and the instances of the service. */
export interface Stage {
  /** For what is written down meanwhile. */
  readonly folder: string;
  readonly database: LabDatabase;
  readonly looks: Looks;
  readonly providerUrl: string;
  readonly post: PostOffice;
  readonly instances: readonly Instance[];
  /** Where callers knock: every process that is there, also one that is stopped. */
  doors(): readonly string[];
}

/** Starts all of it; `stack` ends it, the database last. Rejects with the last words of what does not start. */
export async function openStage(instances: number, stack: RunningStack): Promise<Stage> {
  const folder = await stack.start(
    'the folder',
    () => mkdtemp(join(tmpdir(), 'ichido-lab-')),
    (path) => rm(path, { recursive: true, force: true, maxRetries: 5 }),
  );
  const [database] = await Promise.all([
    stack.start(
      'the database',
      () => openLabDatabase(process.env.DATABASE_URL),
      (opened) => opened.drop(),
    ),
    compileAhead(folder, stack.signal),
  ]);
  const looks = new Looks(database.url, stack.signal);
  stack.add('the looks', () => looks.close());

  const members: Instance[] = [];
  const doors = (): string[] => members.flatMap(({ url }) => url ?? []);
  const post = await stack.start(
    'the post office',
    () => PostOffice.open(doors),
    (office) => office.close(),
  );
  const provider = await startProvider(folder, post.url, stack);
  const providerUrl = provider.ready[1]!;
  for (let number = 0; number < instances; number++) {
    const member = await stack.start(
      `instance ${number}`,
      () => Instance.on(number, { database: database.url, provider: providerUrl }, variables, stack.signal),
      (instance) => instance.end(),
    );
    members.push(member);
    await member.open();
  }
  return { folder, database, looks, providerUrl, post, instances: members, doors };
}

/**
 * A fifth of a start is saved by what another one has compiled, which a process keeps only when it ends in order; those
 * here are killed. So one loads the program, does nothing, and ends.
 */
async function compileAhead(folder: string, signal: AbortSignal): Promise<void> {
  process.env.ICHIDO_TEST_COMPILED ??= join(folder, 'compiled');
  const load = `await import(${JSON.stringify(pathToFileURL(builtFile('main.js')).href)}); process.exit();`;
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, NODE_COMPILE_CACHE: process.env.ICHIDO_TEST_COMPILED };
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', load], { env, signal });
}

const startProvider = (folder: string, webhookUrl: string, stack: RunningStack): Promise<Program> =>
  startOnStack(stack, {
    name: 'the provider',
    command: [process.execPath, '--enable-source-maps', builtFile('sandbox/main.js')],
    env: {
      SANDBOX_PORT: '0',
      SANDBOX_DATA: join(folder, 'provider'),
      SANDBOX_WEBHOOK_URL: webhookUrl,
      PSP_WEBHOOK_SECRET: SANDBOX_WEBHOOK_SECRET,
    },
    ready: /listens on (http:\S+)/,
  });
