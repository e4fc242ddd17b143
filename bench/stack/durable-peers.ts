import { ARTICLES, CURRENCY, HOT_ARTICLE, PLENTY, UNIT_PRICE } from './articles.ts';
import type { DatabaseServer } from './database-server.ts';
import { freePorts } from './free-ports.ts';
import { startPeer } from './peers.ts';
import { startOnStack } from './program.ts';
import type { RunningStack } from './running-stack.ts';
import { startSandbox } from './sandbox-provider.ts';
import { CLIENT_HEADERS, type System } from './system.ts';
import { createRequire } from 'node:module';

const stockUp = (database: DatabaseServer, url: string): Promise<object[]> =>
  database.rows(
    url,
    'INSERT INTO stock (sku, unit_price, currency, on_hand) SELECT sku, $2, $3, $4 FROM unnest($1::text[]) AS sku',
    [[...ARTICLES, HOT_ARTICLE], UNIT_PRICE, CURRENCY, PLENTY],
  );

/** DBOS Transact, a library: one process of Node, its tables beside those of the orders. */
export async function startDbos(database: DatabaseServer, dataDir: string, stack: RunningStack): Promise<System> {
  const databaseUrl = await database.create('bench_dbos');
  const sandbox = await startSandbox('dbos', dataDir, stack);
  const program = await startPeer('dbos', databaseUrl, sandbox.url, stack);
  await stockUp(database, databaseUrl);
  const orders = `${program.ready[1]!}/api/orders`;
  return {
    name: 'dbos',
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

/** The server's own program; npm's wrapper would be a process in between. */
function restateServer(): string {
  const { resolve } = createRequire(import.meta.url);
  return resolve(`@restatedev/restate-server-${process.platform}-${process.arch}/bin/restate-server`);
}

/** Restate: its server with its own log on disk, which takes the orders, and a process of Node that does the steps. */
export async function startRestate(database: DatabaseServer, dataDir: string, stack: RunningStack): Promise<System> {
  const databaseUrl = await database.create('bench_restate');
  const sandbox = await startSandbox('restate', dataDir, stack);
  const handlers = await startPeer('restate', databaseUrl, sandbox.url, stack);
  await stockUp(database, databaseUrl);

  const [ingress, admin, node] = await freePorts(3);
  const server = await startOnStack(stack, {
    name: 'restate',
    command: [restateServer(), '--no-logo', '--base-dir', `${dataDir}/restate`],
    cwd: dataDir,
    env: {
      RESTATE_DISABLE_TELEMETRY: 'true',
      RESTATE_LISTEN_MODE: 'tcp',
      RESTATE_BIND_ADDRESS: `127.0.0.1:${node}`,
      RESTATE_INGRESS__BIND_ADDRESS: `127.0.0.1:${ingress}`,
      RESTATE_ADMIN__BIND_ADDRESS: `127.0.0.1:${admin}`,
    },
    // Its last part to be there; the others follow within seconds, which belong to the warm-up.
    ready: /became Leader of epoch/,
  });
  const registered = await fetch(`http://127.0.0.1:${admin}/deployments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ uri: handlers.ready[1]! }),
  });
  if (!registered.ok) throw new Error(`restate did not take the handlers: ${await registered.text()}`);
  const orders = `http://127.0.0.1:${ingress}/orders/place`;
  return {
    name: 'restate',
    orders,
    repeatedOrders: orders,
    headers: {},
    databaseUrl,
    pids: [server.pid, handlers.pid],
    sandboxPid: sandbox.program.pid,
    sandboxUrl: sandbox.url,
    isAudited: false,
  };
}
