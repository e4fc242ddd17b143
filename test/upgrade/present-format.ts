import { createBareDatabase, type TestDatabase } from '../support/test-database.js';
import { migrateDatabase, migrationSource } from '#shared/database/migrations.js';
import { runMigrations } from 'graphile-worker';
import { readFile } from 'node:fs/promises';
import pg from 'pg';

const ROWS = new URL('./present-format.sql', import.meta.url);
/** The last migration of the version that has written them, as their first line says. */
const WRITTEN_AFTER = /^-- written after (\w+)$/m;

/** A database as the version of the rows has left it, brought to the tables of today. The caller drops it. */
export async function loadPresentFormat(): Promise<TestDatabase> {
  const rows = await readFile(ROWS, 'utf8');
  const database = await createBareDatabase();
  await migrateUntil(database.url, WRITTEN_AFTER.exec(rows)![1]!);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query(rows);
  } finally {
    await client.end();
  }
  await migrateDatabase(database.url);
  return database;
}

async function migrateUntil(url: string, last: string): Promise<void> {
  await runMigrations({ connectionString: url });
  const source = await migrationSource(url);
  try {
    const later = source.migrations.findIndex((migration) => migration.constructor.name === last) + 1;
    if (later === 0) throw new Error(`there is no migration ${last}`);
    source.migrations.splice(later);
    await source.runMigrations({ transaction: 'each' });
  } finally {
    await source.destroy();
  }
}
