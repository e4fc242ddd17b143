import { readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#shared/database/embedded-postgres/embedded-postgres.js';
import { isAlive } from '#shared/database/embedded-postgres/process-life.js';
import { migrateDatabase } from '#shared/database/migrations.js';
import { publicTempDirectory, removeCluster } from './embedded-directory.js';

/** What every test database is a copy of: migrated, empty. */
const TEMPLATE = 'ichido_template';

/** The name carries the process that runs the tests, so that a later run knows whether it still does. */
const CLUSTER_OF_RUN = /^ichido-test-(\d+)-/;

/** Nothing here outlives the run, so nothing waits for a disk; the fault tests start durable servers of their own. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Two workers, each with several applications of a score of connections.
  max_connections: '300',
};

/**
 * Starts the one server of a test run, which the process `run` owns, with the template in it; returns its directory and
 * its administrator's URL.
 */
export async function startTestCluster(run: number): Promise<{ dataDir: string; adminUrl: string }> {
  await removeAbandonedClusters();
  const dataDir = await publicTempDirectory(`ichido-test-${run}-`);
  try {
    const { url } = await startEmbeddedPostgres({ dataDir, settings: SETTINGS });
    await createTemplate(url);
    return { dataDir, adminUrl: url };
  } catch (error) {
    await removeCluster(dataDir);
    throw error;
  }
}

async function createTemplate(adminUrl: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await admin.query(`CREATE DATABASE ${TEMPLATE}`);
    const url = new URL(adminUrl);
    url.pathname = `/${TEMPLATE}`;
    await migrateDatabase(url.href);
    // Copying fails while anyone is connected, so nobody may be.
    await admin.query(`ALTER DATABASE ${TEMPLATE} WITH ALLOW_CONNECTIONS false IS_TEMPLATE true`);
  } finally {
    await admin.end();
  }
}

/** What runs left that were killed before their teardown. Another user's are theirs. */
async function removeAbandonedClusters(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(CLUSTER_OF_RUN.exec(name)?.[1]);
    if (!pid || isAlive(pid)) continue;
    const dataDir = join(tmpdir(), name);
    const { uid } = await stat(dataDir);
    if (uid === process.getuid?.()) await removeCluster(dataDir).catch(() => undefined);
  }
}
