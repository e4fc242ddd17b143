import { startOwnServer } from '../../test/support/own-server.js';
import { migrateDatabase } from '#shared/database/migrations.js';
import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** A migrated, empty database of one run, which can be broken and is removed afterwards. */
export interface LabDatabase {
  readonly url: string;
  /** Ends the server as a loss of power does and starts it again; a server that is not ours only loses all sessions. */
  crash(): Promise<void>;
  drop(): Promise<void>;
}

/** On a server of its own, with durable default settings, or in a database of its own at `serverUrl`. */
export const openLabDatabase = (serverUrl: string | undefined): Promise<LabDatabase> =>
  serverUrl === undefined ? onOwnServer() : at(serverUrl);

async function onOwnServer(): Promise<LabDatabase> {
  const server = await startOwnServer();
  return {
    url: server.database.url,
    async crash() {
      await server.crash();
      await server.start();
    },
    drop: () => server.database.drop(),
  };
}

async function at(serverUrl: string): Promise<LabDatabase> {
  const name = `lab_${randomBytes(6).toString('hex')}`;
  const ask = async (statement: string): Promise<void> => {
    const admin = new pg.Client({ connectionString: serverUrl, application_name: 'lab' });
    await admin.connect();
    try {
      await admin.query(statement);
    } finally {
      await admin.end();
    }
  };
  const drop = (): Promise<void> => ask(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await ask(`CREATE DATABASE ${name} TEMPLATE template0`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  try {
    await migrateDatabase(url.href);
  } catch (error) {
    await drop();
    throw error;
  }
  const crash = (): Promise<void> =>
    ask(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
  return { url: url.href, crash, drop };
}
