import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CannotStart } from '#shared/config/cannot-start.error.js';
import type { Config } from '#shared/config/config.js';
import { startEmbeddedPostgres } from '#shared/database/embedded-postgres/embedded-postgres.js';
import { readablePath } from './readable-path.js';

/** The database of a service, for a command that looks into it. */
export interface SharedDatabase {
  readonly url: string;
  /** Leaves it as it was found. */
  leave(): Promise<void>;
}

/**
 * The database at DATABASE_URL, else the one that `npm start` keeps in DATA_DIR: shared while it runs, started for as
 * long as the command takes while it does not. `CannotStart` where there is none: what is found in an empty one would
 * be believed.
 */
export async function shareDatabase(
  { databaseUrl, dataDir }: Config,
  say: (line: string) => void,
): Promise<SharedDatabase> {
  if (databaseUrl) return { url: databaseUrl, leave: () => Promise.resolve() };
  const cluster = join(dataDir, 'postgres');
  if (!existsSync(join(cluster, 'PG_VERSION'))) {
    throw new CannotStart(
      `There is no database in ${readablePath(cluster)}: run this where the service runs, or give its DATA_DIR or DATABASE_URL.`,
    );
  }
  say(`The database in ${readablePath(cluster)}`);
  const server = await startEmbeddedPostgres({ dataDir });
  return { url: server.url, leave: () => server.stop() };
}
