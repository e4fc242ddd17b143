import { startPooler } from './pooler.js';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

export interface TestDatabase {
  /** For `DATABASE_URL`; the user may do everything. */
  readonly url: string;
  /** Ends every connection to it and removes it. */
  drop(): Promise<void>;
}

/** A migrated, empty database of its own for one test file or one test. */
export const createTestDatabase = (): Promise<TestDatabase> => createDatabase('ichido_template');

/** A database without any table, for an application that is not ours. */
export const createBareDatabase = (): Promise<TestDatabase> => createDatabase('template1');

async function createDatabase(template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdmin((admin) => copyTemplate(admin, template, name));
  const url = new URL(adminUrl());
  url.pathname = `/${name}`;
  const pooler = await startPooler(url.href);
  return {
    url: pooler?.url ?? url.href,
    async drop() {
      await pooler?.close();
      await asAdmin(async (admin) => void (await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)));
    },
  };
}

function adminUrl(): string {
  const url = process.env.ICHIDO_TEST_ADMIN_URL;
  if (!url) throw new Error("The tests' PostgreSQL is not there: run Jest with the project's global set-up.");
  return url;
}

async function asAdmin(work: (admin: pg.Client) => Promise<void>): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl() });
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}

/** PostgreSQL's object_in_use: an autovacuum worker is reading the template. */
const IN_USE = '55006';
/** 40 × 250 ms: such a worker is done with an empty database in well under ten seconds. */
const ATTEMPTS = 40;
const BETWEEN_MS = 250;

async function copyTemplate(admin: pg.Client, template: string, name: string, attempt = 1): Promise<void> {
  try {
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  } catch (error) {
    if ((error as { code?: string }).code !== IN_USE || attempt === ATTEMPTS) throw error;
    await pause(BETWEEN_MS);
    await copyTemplate(admin, template, name, attempt + 1);
  }
}
