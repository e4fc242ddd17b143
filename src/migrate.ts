import { CannotStart } from '#shared/config/cannot-start.error.js';
import { loadConfig } from '#shared/config/load-config.js';
import { startFailure } from '#shared/config/start-failure.js';
import { migrateDatabase } from '#shared/database/migrations.js';

/** `npm run migrate`: brings the database to the schema of this version and exits. */
try {
  const { databaseUrl } = loadConfig(process.env);
  if (!databaseUrl) {
    throw new CannotStart(
      'DATABASE_URL is not set: give the URL of the database; `npm start` brings its own up to date.',
    );
  }
  await migrateDatabase(databaseUrl);
  process.stderr.write('The database is up to date.\n');
} catch (error) {
  process.stderr.write(`${startFailure(error) ?? (error instanceof Error ? error.message : String(error))}\n`);
  process.exitCode = 1;
}
