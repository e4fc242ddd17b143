import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { clusterHome } from './cluster-home.js';
import { usableBinaries } from './postgres-binaries.js';
import { runningPostmaster } from './postmaster-process.js';
import { serverAccount } from './server-account.js';
import { type StopMode, stopServer } from './server-stop.js';

/**
 * Stops the server of `<dataDir>/postgres` whoever started it and whoever uses it; does nothing when none runs. For
 * what a killed process left behind. Throws EmbeddedPostgresError.
 */
export async function stopEmbeddedPostgres(options: {
  readonly dataDir: string;
  readonly mode?: StopMode;
}): Promise<void> {
  const cluster = await realpath(join(options.dataDir, 'postgres')).catch(() => undefined);
  if (cluster === undefined || !(await runningPostmaster(cluster))) return;
  const account = await serverAccount(cluster);
  const home = await clusterHome(options.dataDir, account);
  const { pgCtl } = await usableBinaries(home.directory, account);
  await stopServer({ cluster: home.cluster, pgCtl, account }, options.mode ?? 'fast');
}
