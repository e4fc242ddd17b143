import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { CLUSTER_USER, ensureCluster } from './cluster-creation.js';
import { clusterHome } from './cluster-home.js';
import { EmbeddedPostgresError } from './embedded-postgres.error.js';
import { usableBinaries } from './postgres-binaries.js';
import { postmasterRecord, removeMisleadingRecord, runningPostmaster } from './postmaster-process.js';
import { serverAccount } from './server-account.js';
import { enterRunning, urlOf } from './server-entry.js';
import { lastWords } from './server-log.js';
import { type ServerFiles, startServer } from './server-start.js';
import { type StopMode, stopServer } from './server-stop.js';
import { announceUse, endUse } from './server-users.js';

export interface EmbeddedPostgres {
  /** The service's database, with the password; for this machine only. */
  readonly url: string;
  /** Whether the server was already running: left behind by a killed start, or in use by another. */
  readonly adopted: boolean;
  /** The server's main process. */
  readonly pid: number;
  /**
   * Stops the server. `fast`, the default, leaves it to the others while another process uses it too; `immediate` is
   * for fault tests and asks nobody.
   */
  stop(options?: { readonly mode?: StopMode }): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** The cluster lives in `<dataDir>/postgres`, which may become a link (see cluster-home.ts). */
  readonly dataDir: string;
  /** Server settings for tests, for example `{ fsync: 'off' }`; an adopted server keeps those it was started with. */
  readonly settings?: Record<string, string>;
  /** Another PostgreSQL installation, with bin/, lib/ and share/, than the one that npm brought. */
  readonly binaries?: string;
}

/**
 * A PostgreSQL of our own: the cluster of `dataDir`, made if need be, with its server running. It outlives this process
 * unless it is stopped, also when this process is killed; the next start takes it over. Throws EmbeddedPostgresError.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  const settings = options.settings ?? {};
  const account = await serverAccount(join(dataDir, 'postgres'));
  const home = await clusterHome(dataDir, account);
  const { initdb, pgCtl } = await usableBinaries(home.directory, account, options.binaries);
  await ensureCluster(home, initdb, { account, sync: settings.fsync !== 'off' });

  const files: ServerFiles = { cluster: home.cluster, pgCtl, account };
  const { client, adopted } = await runningServer(files, settings);
  await announceUse(client);
  await ensureDatabase(client);
  let stopped: Promise<void> | undefined;
  return {
    url: await urlOf(home.cluster, client.port, CLUSTER_USER),
    adopted,
    pid: (await postmasterRecord(home.cluster))?.pid ?? 0,
    stop: ({ mode = 'fast' } = {}) => (stopped ??= leave(client, files, mode)),
  };
}

async function leave(client: pg.Client, files: ServerFiles, mode: StopMode): Promise<void> {
  const alone = await endUse(client);
  if (alone || mode === 'immediate') await stopServer(files, mode);
}

/** 90 s: a start may take 60 s, and the one before may still be stopping. */
const PATIENCE_MS = 90_000;
const LOOK_AGAIN_MS = 25;

/** Looks until there is a server to enter: the running one, or one that is started here when nothing runs. */
async function runningServer(
  files: ServerFiles,
  settings: Record<string, string>,
): Promise<{ client: pg.Client; adopted: boolean }> {
  let startedHere = false;
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await pause(LOOK_AGAIN_MS)) {
    const record = await postmasterRecord(files.cluster);
    const client = record && (await enterRunning(files.cluster, record));
    if (client) return { client, adopted: !startedHere };
    // A server that is starting, recovering or stopping: it will soon be enterable or gone.
    if (await runningPostmaster(files.cluster)) continue;
    if (record) removeMisleadingRecord(files.cluster, record);
    startedHere = (await startServer(files, settings)) === 'started';
  }
  throw new EmbeddedPostgresError(`The local PostgreSQL cannot be reached: ${await lastWords(files.cluster)}.`);
}

const DUPLICATE_DATABASE = '42P04';
const UNIQUE_VIOLATION = '23505';

/** Two first starts at once both create it; the later one is told in one of two ways and may go on. */
async function ensureDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [CLUSTER_USER]);
  if (rowCount) return;
  await client.query(`CREATE DATABASE ${CLUSTER_USER} TEMPLATE template0`).catch((error: { code?: string }) => {
    if (error.code !== DUPLICATE_DATABASE && error.code !== UNIQUE_VIOLATION) throw error;
  });
}
