import { join } from 'node:path';
import { CannotStart } from '#shared/config/cannot-start.error.js';
import type { Config } from '#shared/config/config.js';
import { loadConfig } from '#shared/config/load-config.js';
import { startEmbeddedPostgres } from '#shared/database/embedded-postgres/embedded-postgres.js';
import { startSandbox } from '../sandbox/server.js';
import { DirectoryInUse } from '../sandbox/sole-use.js';
import { localKeys } from './local-keys.js';
import { freePortFor } from './port.js';
import { readablePath } from './readable-path.js';
import type { RunningParts } from './running-parts.js';
import { bearService } from './service-life.js';
import { Supervisor } from './supervisor.js';
import { welcome } from './welcome.js';

/** What a part may take to stop beyond its own limit, before the part below it is stopped all the same. */
const MARGIN_MS = 2_000;

/** The embedded server gives itself 20 s to stop in order and 10 s to stop at once. */
const DATABASE_STOP_MS = 30_000 + MARGIN_MS;

/** What a local start is given, and how it is told to end early. */
interface StartOptions {
  readonly variables: NodeJS.ProcessEnv;
  readonly parts: RunningParts;
  readonly interrupted: AbortSignal;
  /** A word about what goes on beside the words of the service. */
  readonly tell: (line: string) => void;
}

/**
 * Starts what this machine has to bring itself: the database without DATABASE_URL, the sandbox without SANDBOX_PSP_URL,
 * then the service in a process of its own, which loads meanwhile; each is added to `parts` as soon as it runs. Resolves
 * with what rejects when the service cannot be kept alive; ends early, without complaint, once `interrupted`.
 */
export async function startLocally({
  variables,
  parts,
  interrupted,
  tell,
}: StartOptions): Promise<Pick<Supervisor, 'failed'>> {
  const ports = await freePorts(variables);
  const config = loadConfig({ ...variables, ...ports });
  const { apiKeys, demoKeys } = await localKeys(config);
  const service = new Supervisor({
    bear: (onWish) => bearService({ ...variables, ...ports }, onWish),
    graceMs: config.shutdownGraceMs,
    tell,
  });

  const databaseUrl = config.databaseUrl ?? (await startDatabase(config, parts));
  if (interrupted.aborted) return service;
  const isNextDoor = bringsSandbox(config);
  const sandboxPspUrl = isNextDoor ? await startProvider(config, service, parts) : config.sandboxPspUrl;
  if (interrupted.aborted) return service;
  parts.add('service', config.shutdownGraceMs + MARGIN_MS, () => service.stop());
  await service.start({ databaseUrl, sandboxPspUrl, workerKillable: isNextDoor });
  if (interrupted.aborted) return service;

  process.stdout.write(welcome(config, { sandboxPspUrl, demoKeys: demoKeys ? apiKeys : undefined }));
  return service;
}

const bringsSandbox = (config: Config): boolean => config.paymentProvider === 'sandbox' && !config.sandboxPspUrl;

/** Ports that are free at this moment; the service keeps them whenever it is started again. */
async function freePorts(variables: NodeJS.ProcessEnv): Promise<{ PORT: string; SANDBOX_PORT: string }> {
  const wanted = loadConfig(variables);
  const port = await freePortFor('PORT', wanted.host, wanted.port);
  const sandboxPort = bringsSandbox(wanted)
    ? await freePortFor('SANDBOX_PORT', '127.0.0.1', wanted.sandboxPort)
    : wanted.sandboxPort;
  if (bringsSandbox(wanted) && port === sandboxPort)
    throw new CannotStart(`PORT and SANDBOX_PORT are both ${port}: choose another one for the sandbox or the service.`);
  return { PORT: `${port}`, SANDBOX_PORT: `${sandboxPort}` };
}

async function startDatabase(config: Config, parts: RunningParts): Promise<string> {
  process.stdout.write(`Starting PostgreSQL in ${readablePath(join(config.dataDir, 'postgres'))}\n`);
  const database = await startEmbeddedPostgres({ dataDir: config.dataDir });
  parts.add('database', DATABASE_STOP_MS, () => database.stop());
  return database.url;
}

async function startProvider(config: Config, service: Supervisor, parts: RunningParts): Promise<string> {
  const sandbox = await startSandbox({
    port: config.sandboxPort,
    dataDir: config.sandboxData,
    searchLagMs: config.sandboxSearchLagMs,
    webhookUrl: config.sandboxWebhookUrl,
    webhookSecret: config.pspWebhookSecrets[0],
    killService: () => service.strike(),
  }).catch((error: unknown) => {
    throw error instanceof DirectoryInUse ? new CannotStart(error.message) : error;
  });
  parts.add('sandbox', MARGIN_MS, () => sandbox.close());
  return sandbox.url;
}
