import { ARTICLES, CURRENCY, HOT_ARTICLE, PLENTY, UNIT_PRICE } from './articles.ts';
import type { DatabaseServer } from './database-server.ts';
import { type Program, startOnStack } from './program.ts';
import type { RunningStack } from './running-stack.ts';
import { startSandbox } from './sandbox-provider.ts';
import { CLIENT_HEADERS, CLIENT_SECRET, type System, type SystemName } from './system.ts';
import { fileURLToPath } from 'node:url';

const SOLD = [...ARTICLES, HOT_ARTICLE];

export const startPeer = (
  name: SystemName,
  databaseUrl: string,
  sandboxUrl: string,
  stack: RunningStack,
): Promise<Program> =>
  startOnStack(stack, {
    name,
    command: [process.execPath, fileURLToPath(new URL(`../peers/${name}/${name}.main.ts`, import.meta.url))],
    env: {
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      SANDBOX_PSP_URL: sandboxUrl,
      CLIENT_SECRET,
    },
    ready: /ready (http:\S+)/,
  });

/** The hand-written one, on the service's own tables. */
export async function startCeiling(database: DatabaseServer, dataDir: string, stack: RunningStack): Promise<System> {
  const databaseUrl = await database.createMigrated('bench_ceiling');
  await database.rows(
    databaseUrl,
    `WITH stocked AS (
       INSERT INTO inventory.stock (sku, name, unit_price, currency, on_hand, version)
       SELECT sku, sku, $2, $3, $4, 1 FROM unnest($1::text[]) AS sku RETURNING sku, on_hand
     )
     INSERT INTO inventory.movements (sku, kind, delta) SELECT sku, 'set', on_hand FROM stocked`,
    [SOLD, UNIT_PRICE, CURRENCY, PLENTY],
  );
  const sandbox = await startSandbox('ceiling', dataDir, stack);
  const program = await startPeer('ceiling', databaseUrl, sandbox.url, stack);
  const url = program.ready[1]!;
  return {
    name: 'ceiling',
    orders: `${url}/api/orders`,
    repeatedOrders: `${url}/api/repeated-orders`,
    headers: CLIENT_HEADERS,
    databaseUrl,
    pids: [program.pid],
    sandboxPid: sandbox.program.pid,
    sandboxUrl: sandbox.url,
    isAudited: true,
  };
}

/** Entities and `save()`. */
export async function startNaive(database: DatabaseServer, dataDir: string, stack: RunningStack): Promise<System> {
  const databaseUrl = await database.create('bench_naive');
  const sandbox = await startSandbox('naive', dataDir, stack);
  const program = await startPeer('naive', databaseUrl, sandbox.url, stack);
  await database.rows(
    databaseUrl,
    `INSERT INTO stock (sku, "unitPrice", currency, "onHand") SELECT sku, $2, $3, $4 FROM unnest($1::text[]) AS sku`,
    [SOLD, UNIT_PRICE, CURRENCY, PLENTY],
  );
  const orders = `${program.ready[1]!}/api/orders`;
  return {
    name: 'naive',
    orders,
    repeatedOrders: orders,
    headers: CLIENT_HEADERS,
    databaseUrl,
    pids: [program.pid],
    sandboxPid: sandbox.program.pid,
    sandboxUrl: sandbox.url,
    isAudited: false,
  };
}
