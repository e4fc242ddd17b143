import type { Scene } from '../support/scene.js';
import pg from 'pg';

/** Everything that would keep a database from lying. */
const LAWS = `
  SELECT format('ALTER TABLE %s DROP CONSTRAINT %I CASCADE', conrelid::regclass, conname) AS repeal
  FROM pg_constraint JOIN pg_namespace n ON n.oid = connamespace
  WHERE contype IN ('c', 'u', 'f') AND nspname IN ('orders', 'payments', 'inventory', 'idempotency', 'saga', 'messaging')
  ORDER BY contype = 'u'`;

/** Copies of a scene's database that obey no constraint: each lie has one of its own, and nobody repairs it. */
export class LawlessCopies {
  private count = 0;

  private constructor(
    private readonly admin: pg.Client,
    private readonly url: URL,
    private readonly model: string,
  ) {}

  /** Ends the services of the scene, whose provider stays. */
  static async of(scene: Scene): Promise<LawlessCopies> {
    await Promise.all(scene.services.splice(0).map((service) => service.close()));
    const url = new URL(scene.database.url);
    const admin = new pg.Client({ connectionString: process.env['ICHIDO_TEST_ADMIN_URL'] });
    await admin.connect();
    const copies = new LawlessCopies(admin, url, `${url.pathname.slice(1)}_lawless`);
    await copies.copy(url.pathname.slice(1), copies.model);
    await copies.within(copies.model, async (client) => {
      const { rows } = await client.query<{ repeal: string }>(LAWS);
      for (const { repeal } of rows) await client.query(repeal);
    });
    return copies;
  }

  /** A copy in which this has happened. */
  async after(sql: string): Promise<string> {
    const name = `${this.model}_${++this.count}`;
    await this.copy(this.model, name);
    await this.within(name, (client) => client.query(sql));
    return this.urlOf(name);
  }

  async drop(): Promise<void> {
    for (let n = 1; n <= this.count; n++) await this.admin.query(`DROP DATABASE IF EXISTS ${this.model}_${n}`);
    await this.admin.query(`DROP DATABASE IF EXISTS ${this.model}`);
    await this.admin.end();
  }

  private async copy(from: string, to: string): Promise<void> {
    await this.admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [from]);
    await this.admin.query(`CREATE DATABASE ${to} TEMPLATE ${from}`);
  }

  private async within(name: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
    const client = new pg.Client({ connectionString: this.urlOf(name) });
    await client.connect();
    try {
      await work(client);
    } finally {
      await client.end();
    }
  }

  private urlOf(name: string): string {
    const url = new URL(this.url);
    url.pathname = `/${name}`;
    return url.href;
  }
}
