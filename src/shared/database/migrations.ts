import { CONNECT_TIMEOUT_MS } from './pools.js';
import { runMigrations } from 'graphile-worker';
import { readdir } from 'node:fs/promises';
import { DataSource, type MigrationInterface } from 'typeorm';

type MigrationClass = new () => MigrationInterface;

/** Built ones lie in `dist`: stripping types is a tenth of a start, and nobody who starts needs it. */
const FOLDER = new URL(import.meta.url.endsWith('.ts') ? '../../../migrations/' : '../../migrations/', import.meta.url);

/** Any constant will do; two processes that start at once must only agree on it. */
const MIGRATION_LOCK = 1_497_584_484;

const MIGRATION_FILE = /^(\d+)-(\w+)\.[jt]s$/;

/** The names under which this version's migrations are recorded once they are applied, in their order. */
export async function namesOfMigrations(): Promise<string[]> {
  const files = (await readdir(FOLDER)).toSorted();
  return files.flatMap((file) => {
    const [, timestamp, name] = MIGRATION_FILE.exec(file) ?? [];
    return name === undefined ? [] : [`${name}${timestamp}`];
  });
}

/** The migrations in the order of their timestamps; each is run once and by one process. */
async function allMigrations(): Promise<MigrationClass[]> {
  const files = (await readdir(FOLDER)).filter((file) => MIGRATION_FILE.test(file)).toSorted();
  const modules = await Promise.all(
    files.map((file) => import(new URL(file, FOLDER).href) as Promise<Record<string, MigrationClass>>),
  );
  return modules.flatMap((module) => Object.values(module));
}

export async function migrationSource(url: string): Promise<DataSource> {
  const source = new DataSource({
    type: 'postgres',
    url,
    migrations: await allMigrations(),
    migrationsTableName: 'migrations',
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
  });
  return source.initialize();
}

/**
 * Brings the database to the schema this version needs: the job queue's own tables first, then ours. Two processes that
 * start at once take turns; the second finds nothing to do.
 */
export async function migrateDatabase(url: string): Promise<void> {
  const source = await migrationSource(url);
  try {
    // A lock that lives and dies with this one connection's transaction, so that no pooler can leave it behind.
    await source.transaction(async (manager) => {
      await manager.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
      await runMigrations({ connectionString: url });
      await source.runMigrations({ transaction: 'each' });
    });
  } finally {
    await source.destroy();
  }
}
