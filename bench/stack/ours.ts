import { ARTICLES, CURRENCY, HOT_ARTICLE, PLENTY, SOLD_OUT_ARTICLE, UNIT_PRICE } from './articles.ts';
import { builtFile } from './built-service.ts';
import type { DatabaseServer } from './database-server.ts';
import { type Program, startOnStack } from './program.ts';
import type { RunningStack } from './running-stack.ts';
import { type Sandbox, startSandbox } from './sandbox-provider.ts';
import { HEAP } from './heap.ts';
import { serviceEnvironment } from './service-environment.ts';
import { storeKeys } from './stored-keys.ts';
import { CLIENT_HEADERS, OPERATOR_SECRET, type OurVariant, type System } from './system.ts';
import { join } from 'node:path';
import { Pool } from 'undici';

/** In which circumstances the service is measured. */
interface Circumstances {
  readonly name: 'ours' | OurVariant;
  /** Answered keys in its records before it is measured, and whether their time is over. */
  readonly storedKeys?: number;
  readonly expired?: boolean;
  readonly processes?: number;
  readonly env?: NodeJS.ProcessEnv;
}

/** The built service as its users run it: `node dist/main.js`, one process for everything, with its own provider. */
export const startOurs =
  ({ name, storedKeys = 0, expired = false, processes = 1, env = {} }: Circumstances) =>
  async (database: DatabaseServer, dataDir: string, stack: RunningStack): Promise<System> => {
    const databaseUrl = await database.createMigrated(`bench_${name.replace('-', '_')}`);
    // Before anybody is there who would sweep them.
    if (storedKeys > 0) await storeKeys(database, databaseUrl, { count: storedKeys, expired });
    const sandbox = await startSandbox(name, dataDir, stack);
    const programs: Program[] = [];
    for (let process = 1; process <= processes; process++)
      programs.push(await startInstance(`${name} ${process}`, { databaseUrl, sandbox, dataDir, env }, stack));
    const [first, ...others] = programs.map((program) => systemOf(name, program, databaseUrl, sandbox));
    await stockUp(new URL(first!.orders).origin);
    return { ...first!, pids: programs.map(({ pid }) => pid), siblings: others };
  };

interface Surroundings {
  readonly databaseUrl: string;
  readonly sandbox: Sandbox;
  readonly dataDir: string;
  readonly env: NodeJS.ProcessEnv;
}

function startInstance(
  name: string,
  { databaseUrl, sandbox, dataDir, env }: Surroundings,
  stack: RunningStack,
): Promise<Program> {
  return startOnStack(stack, {
    name,
    // As `npm run start:prod` runs it.
    command: [process.execPath, '--enable-source-maps', ...HEAP, builtFile('main.js')],
    env: { ...serviceEnvironment(databaseUrl, sandbox.url, join(dataDir, name)), ...env },
    ready: /serves on (http:\S+)/,
  });
}

function systemOf(name: System['name'], program: Program, databaseUrl: string, sandbox: Sandbox): System {
  const orders = `${program.ready[1]!.replace('localhost', '127.0.0.1')}/api/orders`;
  return {
    name,
    orders,
    repeatedOrders: orders,
    headers: CLIENT_HEADERS,
    databaseUrl,
    pids: [program.pid],
    sandboxPid: sandbox.program.pid,
    sandboxUrl: sandbox.url,
    isAudited: true,
    lastWords: () => program.lastWords(),
  };
}

const onHand = (sku: string): number => (sku === SOLD_OUT_ARTICLE ? 0 : PLENTY);

async function stockUp(url: string): Promise<void> {
  // As many as the service writes with; more would only wait.
  const pool = new Pool(url, { connections: 8 });
  const set = async (sku: string): Promise<void> => {
    const { statusCode, body } = await pool.request({
      method: 'PUT',
      path: `/api/inventory/${sku}`,
      headers: { authorization: `Bearer ${OPERATOR_SECRET}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: sku, unitPrice: UNIT_PRICE, currency: CURRENCY, onHand: onHand(sku) }),
    });
    const text = await body.text();
    if (statusCode !== 201) throw new Error(`stock was not set: ${statusCode} ${text}`);
  };
  await Promise.all([...ARTICLES, HOT_ARTICLE, SOLD_OUT_ARTICLE].map(set));
  await pool.close();
}
