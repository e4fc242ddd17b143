import { type KeyName, KEYS, type TestService, environment, startService } from './service.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';
import { startSandbox, type RunningSandbox } from '../../src/sandbox/server.js';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import supertest from 'supertest';

export interface SceneOptions {
  /** How many instances of the service run side by side on one database; 1 by default. */
  readonly instances?: number;
  /** Environment variables for every instance. */
  readonly env?: Record<string, string>;
}

export interface Charge {
  id: string;
  amount: number;
  currency: string;
  status: 'succeeded' | 'failed' | 'pending';
  metadata: Record<string, string>;
  idempotencyKey: string;
  attempts: number;
}

export interface Ledger {
  charges: Charge[];
  refunds: {
    id: string;
    charge: string;
    amount: number;
    status: string;
    metadata: Record<string, string>;
    idempotencyKey: string;
    attempts: number;
  }[];
}

/** A database of its own, a real sandbox provider over HTTP, and one or more real services. */
export class Scene {
  private constructor(
    readonly database: TestDatabase,
    readonly sandbox: RunningSandbox,
    private readonly sandboxDir: string,
    readonly sql: pg.Pool,
    readonly services: TestService[],
    readonly env: Record<string, string>,
  ) {}

  static async open({ instances = 1, env = {} }: SceneOptions = {}): Promise<Scene> {
    const database = await createTestDatabase();
    const sandboxDir = await mkdtemp(join(tmpdir(), 'ichido-sandbox-'));
    const sandbox = await startSandbox({ port: 0, dataDir: sandboxDir });
    const sql = new pg.Pool({ connectionString: database.url, max: 2 });
    sql.on('error', () => undefined);
    const variables = { ...environment(database.url, sandbox.url), ...env };
    const services = [];
    for (let n = 0; n < instances; n++) services.push(await startService(variables));
    return new Scene(database, sandbox, sandboxDir, sql, services, variables);
  }

  async close(): Promise<void> {
    await Promise.all(this.services.map((service) => service.close()));
    await this.sandbox.close();
    await this.sql.end();
    await this.database.drop();
    await rm(this.sandboxDir, { recursive: true, force: true });
  }

  /** Another instance on the same database. */
  async join(env: Record<string, string> = {}): Promise<TestService> {
    const service = await startService({ ...this.env, ...env });
    this.services.push(service);
    return service;
  }

  /** @param instance which of the services is asked */
  private request(method: 'get' | 'post' | 'put', path: string, as: KeyName, instance = 0): supertest.Test {
    return supertest(this.services[instance]!.url)[method](path).set('Authorization', `Bearer ${KEYS[as]}`);
  }

  get(path: string, as: KeyName = 'alice', instance = 0): supertest.Test {
    return this.request('get', path, as, instance);
  }

  put(path: string, body: object, as: KeyName = 'operator'): supertest.Test {
    return this.request('put', path, as).send(body);
  }

  /** A keyed POST. */
  post(
    path: string,
    body: object | undefined,
    options: { key?: string; as?: KeyName; instance?: number } = {},
  ): supertest.Test {
    const { key = randomUUID(), as = 'alice', instance = 0 } = options;
    return this.request('post', path, as, instance).set('Idempotency-Key', key).send(body);
  }

  /** `POST /api/orders` with sensible defaults. */
  place(order: object = {}, options: { key?: string; as?: KeyName; instance?: number } = {}): supertest.Test {
    return this.post('/api/orders', { ...anOrder, ...order }, options);
  }

  /** Puts a SKU on the shelf. */
  async stock(sku: string, onHand: number, unitPrice = 1000, currency = 'EUR'): Promise<void> {
    const { status } = await this.put(`/api/inventory/${sku}`, { name: sku, unitPrice, currency, onHand });
    if (status !== 201 && status !== 200) throw new Error(`stocking ${sku} answered ${status}`);
  }

  async ledger(): Promise<Ledger> {
    const answer = await fetch(`${this.sandbox.url}/_sandbox/ledger`);
    return (await answer.json()) as Ledger;
  }

  /** Arms a fault at the provider. */
  async arm(fault: object, match: object = { method: 'POST', path: '/v1/payment_intents' }, times = 1): Promise<void> {
    const answer = await fetch(`${this.sandbox.url}/_sandbox/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ match, fault, times }),
    });
    if (!answer.ok) throw new Error(`arming answered ${answer.status}: ${await answer.text()}`);
  }

  async rows<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.sql.query(text, values)).rows as Row[];
  }
}

export const anOrder = {
  customerId: 'customer-1',
  items: [{ sku: 'TEA', quantity: 1 }],
  paymentMethod: 'pm_card_visa',
};
