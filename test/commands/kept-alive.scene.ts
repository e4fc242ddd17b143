import { audit } from '../../src/audit/audit.js';
import type { AuditReport } from '../../src/audit/report.js';
import { untilQuiet } from '../support/invariants.js';
import { type Ledger, readLedger } from '../support/provider-control.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { childrenOf } from './child-processes.js';
import { ServerScene } from './embedded-server.scene.js';
import { type LocalStart, startProgram } from './local-start.scene.js';
import { until } from './until.js';
import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** A worker that is silent for this long has lost its jobs: who watches a kill does not want to wait for half a minute. */
const SOON = { LEASE: '1s' };

/** Longer than any answer of the sandbox takes on a machine that is busy with other tests. */
const PROVIDER_TIMEOUT_MS = 10_000;

/** A local start on a database of the tests' server, and who sits before it. */
export class KeptAlive {
  private constructor(
    readonly start: LocalStart,
    readonly url: string,
    private readonly database: TestDatabase,
    private readonly sql: pg.Pool,
    private readonly processes: ServerScene,
    private readonly dataDir: string,
  ) {}

  static async open(): Promise<KeptAlive> {
    const processes = new ServerScene();
    const [database, dataDir] = await Promise.all([createTestDatabase(), processes.directory()]);
    const sql = new pg.Pool({ connectionString: database.url, max: 1 });
    sql.on('error', () => undefined);
    const start = startProgram(processes, { DATABASE_URL: database.url, DATA_DIR: dataDir, ...SOON });
    return new KeptAlive(start, await start.running(), database, sql, processes, dataDir);
  }

  async close(): Promise<void> {
    await this.processes.close();
    await this.sql.end();
    await this.database.drop();
  }

  /** The next start of the same, on the same port. */
  startAgain(): LocalStart {
    const { port } = new URL(this.url);
    return startProgram(this.processes, {
      DATABASE_URL: this.database.url,
      DATA_DIR: this.dataDir,
      PORT: port,
      ...SOON,
    });
  }

  get sandboxUrl(): string {
    return /Sandbox\s+(http:\S+)/.exec(this.start.stdout())?.[1] ?? '';
  }

  secretOf(role: 'client' | 'operator'): string {
    return new RegExp(`Demo ${role}\\s+(\\S+)`).exec(this.start.stdout())?.[1] ?? '';
  }

  /** The process of the service; undefined while there is none. */
  async servicePid(): Promise<number | undefined> {
    return (await childrenOf(this.start.process.pid!))[0];
  }

  ask(method: string, path: string, as: 'client' | 'operator' = 'operator', body?: object): Promise<Response> {
    return fetch(this.url + path, {
      method,
      headers: {
        Authorization: `Bearer ${this.secretOf(as)}`,
        ...(body && { 'Content-Type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
    });
  }

  place(key: string = randomUUID()): Promise<Response> {
    const body = { customerId: 'c', items: [{ sku: 'TEA-GREEN', quantity: 1 }], paymentMethod: 'pm_card_visa' };
    return fetch(`${this.url}/api/orders`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${this.secretOf('client')}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': key,
        Prefer: 'wait=30',
      },
      body: JSON.stringify(body),
    });
  }

  isReady(): Promise<boolean> {
    return fetch(`${this.url}/health/ready`).then(
      ({ status }) => status === 200,
      () => false,
    );
  }

  /** Until another process serves where that one did. */
  async untilReplaced(pid: number | undefined): Promise<void> {
    await until('another process serves', async () => {
      const now = await this.servicePid();
      return now !== undefined && now !== pid && (await this.isReady());
    });
  }

  ledger(): Promise<Ledger> {
    return readLedger(this.sandboxUrl);
  }

  /** What the audit finds once nothing is under way. */
  async violations(): Promise<AuditReport['found']> {
    const rows = async <Row extends object>(text: string): Promise<Row[]> => (await this.sql.query(text)).rows as Row[];
    await untilQuiet({ rows }, 60_000);
    const provider = {
      name: 'sandbox' as const,
      baseUrl: this.sandboxUrl,
      secretKey: 'sk_test',
      timeoutMs: PROVIDER_TIMEOUT_MS,
    };
    return (await audit({ databaseUrl: this.database.url, provider, graceMs: 0 })).found;
  }
}
