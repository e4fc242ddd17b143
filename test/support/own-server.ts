import { publicTempDirectory, removeCluster } from './embedded-directory.js';
import type { TestDatabase } from './test-database.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#shared/database/embedded-postgres/embedded-postgres.js';
import { migrateDatabase } from '#shared/database/migrations.js';

/** A PostgreSQL of a scene's own, which may be stopped and started again at the same address; every commit is on disk. */
export interface OwnServer {
  /** For `Scene.open`; migrated, and empty. It goes with the scene. */
  readonly database: TestDatabase;
  /** As if the power went: nobody is asked, nothing is written down, the next start recovers. */
  crash(): Promise<void>;
  start(): Promise<void>;
}

export async function startOwnServer(): Promise<OwnServer> {
  const dataDir = await publicTempDirectory('ichido-own-');
  const start = (): Promise<EmbeddedPostgres> => startEmbeddedPostgres({ dataDir });
  let server: EmbeddedPostgres;
  try {
    server = await start();
    await migrateDatabase(server.url);
  } catch (error) {
    await removeCluster(dataDir);
    throw error;
  }
  return {
    database: { url: server.url, drop: () => removeCluster(dataDir) },
    crash: () => server.stop({ mode: 'immediate' }),
    async start() {
      server = await start();
    },
  };
}
