import { embeddedPostgres, migrations } from './built-service.ts';
import pg from 'pg';

/** One PostgreSQL server with its default, durable settings; every system has a database of its own in it. */
export class DatabaseServer {
  readonly admin: pg.Client;
  readonly pid: number;
  private readonly adminUrl: string;
  private readonly leave: () => Promise<void>;

  private constructor(url: string, pid: number, admin: pg.Client, leave: () => Promise<void>) {
    this.adminUrl = url;
    this.pid = pid;
    this.admin = admin;
    this.leave = leave;
  }

  static async start(dataDir: string): Promise<DatabaseServer> {
    const { startEmbeddedPostgres } = await embeddedPostgres();
    const server = await startEmbeddedPostgres({ dataDir });
    const admin = new pg.Client({ connectionString: server.url, application_name: 'bench' });
    admin.on('error', () => undefined);
    await admin.connect();
    return new DatabaseServer(server.url, server.pid, admin, () => server.stop());
  }

  /** A new database; its URL. */
  async create(name: string): Promise<string> {
    await this.admin.query(`CREATE DATABASE ${name} TEMPLATE template0`);
    return this.urlOf(name);
  }

  /** A new database with the service's own schema, so that whoever writes to it keeps the same constraints and indexes. */
  async createMigrated(name: string): Promise<string> {
    const url = await this.create(name);
    const { migrateDatabase } = await migrations();
    await migrateDatabase(url);
    return url;
  }

  urlOf(name: string): string {
    const url = new URL(this.adminUrl);
    url.pathname = `/${name}`;
    return url.href;
  }

  /** What a statement answers in one of the databases. */
  async rows<Row extends object>(url: string, sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    const client = new pg.Client({ connectionString: url, application_name: 'bench' });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query(sql, [...values])).rows as Row[];
    } finally {
      await client.end();
    }
  }

  async stop(): Promise<void> {
    await this.admin.end();
    await this.leave();
  }
}
