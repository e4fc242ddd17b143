import { join } from 'node:path';
import { CannotStart } from '#shared/config/cannot-start.error.js';
import type { Config } from '#shared/config/config.js';
import { loadConfig } from '#shared/config/load-config.js';
import { startEmbeddedPostgres } from '#shared/database/embedded-postgres/embedded-postgres.js';
import { serve } from '../main.js';
import { startSandbox } from '../sandbox/server.js';
import { DirectoryInUse } from '../sandbox/sole-use.js';
import { demoKeys } from './demo-keys.js';
import { seedDemoStock } from './demo-stock.js';
import { freePortFor } from './port.js';
import { readablePath } from './readable-path.js';
import type { RunningParts } from './running-parts.js';
import { welcome } from './welcome.js';

/** What a part may take to stop beyond its own limit, before the part below it is stopped all the same. */
const MARGIN_MS = 2_000;

/** The embedded server gives itself 20 s to stop in order and 10 s to stop at once. */
const DATABASE_STOP_MS = 30_000 + MARGIN_MS;

/**
 * Starts what this machine has to bring itself: the database without DATABASE_URL, the sandbox without SANDBOX_PSP_URL,
 * then the service; each is added to `parts` as soon as it runs. Ends early, without complaint, once `interrupted`.
 */
export async function startLocally(
  variables: NodeJS.ProcessEnv,
  parts: RunningParts,
  interrupted: AbortSignal,
): Promise<void> {
  const config = await withFreePorts(variables);
  const demo = config.paymentProvider === 'sandbox' && !config.apiKeys;
  const apiKeys = demo ? await demoKeys(config.dataDir) : config.apiKeys;

  const databaseUrl = config.databaseUrl ?? (await startDatabase(config, parts));
  if (interrupted.aborted) return;
  const sandboxPspUrl = bringsSandbox(config) ? await startProvider(config, parts) : config.sandboxPspUrl;
  if (interrupted.aborted) return;
  const service = await serve(Object.freeze({ ...config, databaseUrl, sandboxPspUrl, apiKeys, demoKeys: demo }));
  parts.add('service', config.shutdownGraceMs + MARGIN_MS, () => service.close());
  if (interrupted.aborted) return;
  await seedDemoStock(service.app);

  process.stdout.write(welcome(config, { sandboxPspUrl, demoKeys: demo ? apiKeys : undefined }));
}

const bringsSandbox = (config: Config): boolean => config.paymentProvider === 'sandbox' && !config.sandboxPspUrl;

/** The configuration with ports that are free at this moment; addresses that contain them follow. */
async function withFreePorts(variables: NodeJS.ProcessEnv): Promise<Config> {
  const wanted = loadConfig(variables);
  const port = await freePortFor('PORT', wanted.host, wanted.port);
  const sandboxPort = bringsSandbox(wanted)
    ? await freePortFor('SANDBOX_PORT', '127.0.0.1', wanted.sandboxPort)
    : wanted.sandboxPort;
  if (bringsSandbox(wanted) && port === sandboxPort)
    throw new CannotStart(`PORT and SANDBOX_PORT are both ${port}: choose another one for the sandbox or the service.`);
  return loadConfig({ ...variables, PORT: `${port}`, SANDBOX_PORT: `${sandboxPort}` });
}

async function startDatabase(config: Config, parts: RunningParts): Promise<string> {
  process.stdout.write(`Starting PostgreSQL in ${readablePath(join(config.dataDir, 'postgres'))}\n`);
  const database = await startEmbeddedPostgres({ dataDir: config.dataDir });
  parts.add('database', DATABASE_STOP_MS, () => database.stop());
  return database.url;
}

async function startProvider(config: Config, parts: RunningParts): Promise<string> {
  const sandbox = await startSandbox({
    port: config.sandboxPort,
    dataDir: config.sandboxData,
    searchLagMs: config.sandboxSearchLagMs,
    webhookUrl: config.sandboxWebhookUrl,
    webhookSecret: config.pspWebhookSecrets[0],
  }).catch((error: unknown) => {
    throw error instanceof DirectoryInUse ? new CannotStart(error.message) : error;
  });
  parts.add('sandbox', MARGIN_MS, () => sandbox.close());
  return sandbox.url;
}
