import { ARTICLES, CURRENCY, HOT_ARTICLE, PLENTY, SOLD_OUT_ARTICLE, UNIT_PRICE } from './articles.ts';
import { builtFile } from './built-service.ts';
import type { DatabaseServer } from './database-server.ts';
import { startProgram } from './program.ts';
import type { RunningStack } from './running-stack.ts';
import { startSandbox } from './sandbox-provider.ts';
import { CLIENT_HEADERS, CLIENT_SECRET, OPERATOR_SECRET, type System, WEBHOOK_SECRET } from './system.ts';
import { Pool } from 'undici';

/** What the service and the audit of it are told; everything else has its default. */
export const serviceEnvironment = (databaseUrl: string, sandboxUrl: string, dataDir: string): NodeJS.ProcessEnv => ({
  NODE_ENV: 'production',
  PORT: '0',
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  SANDBOX_PSP_URL: sandboxUrl,
  PSP_WEBHOOK_SECRET: WEBHOOK_SECRET,
  // The others wait for a confirmed order as long as it takes; so does this one, instead of answering 202 after 2 s.
  ORDER_WAIT: '30s',
  API_KEYS: `bench:client:${CLIENT_SECRET},operator:operator:${OPERATOR_SECRET}`,
});

/** The built service as its users run it: `node dist/main.js`, one process for everything, with its own provider. */
export async function startOurs(database: DatabaseServer, dataDir: string, stack: RunningStack): Promise<System> {
  const databaseUrl = await database.create('bench_ours');
  const sandbox = await startSandbox('ours', dataDir, stack);
  const program = await startProgram({
    name: 'ours',
    command: [process.execPath, '--enable-source-maps', builtFile('main.js')],
    env: serviceEnvironment(databaseUrl, sandbox.url, dataDir),
    ready: /serves on (http:\S+)/,
  });
  stack.add('ours', () => program.stop());
  const url = program.ready[1]!.replace('localhost', '127.0.0.1');
  await stockUp(url);
  return {
    name: 'ours',
    orders: `${url}/api/orders`,
    repeatedOrders: `${url}/api/orders`,
    headers: CLIENT_HEADERS,
    databaseUrl,
    pids: [program.pid],
    sandboxPid: sandbox.program.pid,
    sandboxUrl: sandbox.url,
  };
}

const onHand = (sku: string): number => (sku === SOLD_OUT_ARTICLE ? 0 : PLENTY);

async function stockUp(url: string): Promise<void> {
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
