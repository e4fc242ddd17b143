import { type ChildService, startChildService } from './child-service.js';
import { HeardAnswers } from './heard-answers.js';
import { startHoused, startHousedSandbox } from './house.js';
import { environment, type KeyName, KEYS } from './environment.js';
import { armedFaults, armFault, CAPTURES, type FaultMatch, type Ledger, readLedger } from './provider-control.js';
import type { Served } from './served.js';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';
import { until } from './until.js';
import { startWebhookForwarder, type WebhookForwarder } from './webhook-forwarder.js';
import type { RunningSandbox } from '../../src/sandbox/server.js';
import { SANDBOX_WEBHOOK_SECRET } from '#shared/config/payment-settings.js';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import supertest from 'supertest';

/** The outbox empties itself; what was ever put into it is kept here for the tests. */
const REMEMBER_WHAT_WAS_SAID = `
  CREATE TABLE public.said (aggregate_id uuid, name text);
  CREATE FUNCTION public.remember() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO public.said VALUES (NEW.aggregate_id, NEW.name); RETURN NULL; END $$;
  CREATE TRIGGER remember AFTER INSERT ON messaging.outbox FOR EACH ROW EXECUTE FUNCTION public.remember();`;

export interface SceneOptions {
  /** How many instances of the service run side by side on one database; 1 by default. */
  readonly instances?: number;
  /** The instances run in the process of the test, which reaches into them with `inside`. */
  readonly inside?: boolean;
  /** The services reach their database through `scene.proxy`, which can be cut. */
  readonly proxied?: boolean;
  /** The provider tells the instances, in turn, what happens to payments; off by default. */
  readonly webhooks?: boolean;
  /** A migrated database of its own server; otherwise one of the run's server. */
  readonly database?: TestDatabase;
  /** Environment variables for every instance. */
  readonly env?: Record<string, string>;
}

export type { Ledger } from './provider-control.js';

/** Which service is asked: one of this process by its number, or a child process. */
export type Instance = number | { readonly url: string };

export interface RequestOptions {
  readonly key?: string;
  readonly as?: KeyName;
  readonly instance?: Instance;
}

/** A database of its own, a real sandbox provider over HTTP, and one or more real services beside this process. */
export class Scene {
  /** Services that `launch` started. */
  readonly children: ChildService[] = [];
  readonly heard = new HeardAnswers();
  private readonly endings: (() => Promise<void>)[] = [];

  private constructor(
    readonly database: TestDatabase,
    readonly sandbox: RunningSandbox,
    private readonly sandboxDir: string,
    readonly sql: pg.Pool,
    readonly services: Served[],
    private readonly start: (variables: Record<string, string>) => Promise<Served>,
    readonly env: Record<string, string>,
    private readonly road?: TcpProxy,
    readonly webhooks?: WebhookForwarder,
  ) {}

  static async open({
    instances = 1,
    env = {},
    proxied = false,
    webhooks = false,
    inside = false,
    ...given
  }: SceneOptions = {}): Promise<Scene> {
    const database = given.database ?? (await createTestDatabase());
    const url = new URL(database.url);
    const road = proxied ? await startTcpProxy({ host: url.hostname, port: Number(url.port) }) : undefined;
    if (road) url.host = `${road.host}:${road.port}`;
    const sandboxDir = await mkdtemp(join(tmpdir(), 'ichido-sandbox-'));
    const forwarder = webhooks ? await startWebhookForwarder() : undefined;
    const signed = forwarder && { webhookUrl: forwarder.url, webhookSecret: SANDBOX_WEBHOOK_SECRET };
    const sandbox = await startHousedSandbox({ dataDir: sandboxDir, ...signed });
    const sql = new pg.Pool({ connectionString: database.url, max: 2 });
    sql.on('error', () => undefined);
    const variables = { ...environment(url.href, sandbox.url), ...env };
    const start = inside ? (await import('./inside-service.js')).startInside : startHoused;
    const services: Served[] = [];
    for (let n = 0; n < instances; n++) services.push(await start(variables));
    forwarder?.handTo(services.map(({ url: address }) => address));
    await sql.query(REMEMBER_WHAT_WAS_SAID);
    return new Scene(database, sandbox, sandboxDir, sql, services, start, variables, road, forwarder);
  }

  /** The road to the database of a scene that was opened `proxied`. */
  get proxy(): TcpProxy {
    if (!this.road) throw new Error('open the scene with `proxied: true`');
    return this.road;
  }

  /** Adds what has to end before the services can. */
  beforeClose(ending: () => Promise<void>): void {
    this.endings.push(ending);
  }

  async close(): Promise<void> {
    for (const ending of this.endings) await ending();
    await this.road?.mend();
    await Promise.all([...this.services, ...this.children].map((service) => service.close()));
    await this.road?.close();
    await this.sandbox.close();
    await this.webhooks?.close();
    await this.sql.end();
    await this.database.drop();
    await rm(this.sandboxDir, { recursive: true, force: true });
  }

  /** Another instance on the same database. */
  async join(env: Record<string, string> = {}): Promise<Served> {
    const service = await this.start({ ...this.env, ...env });
    this.services.push(service);
    return service;
  }

  /** Another instance on the same database, as a process that can be killed. */
  async launch(env: Record<string, string> = {}): Promise<ChildService> {
    const child = await startChildService({ ...this.env, ...env });
    this.children.push(child);
    return child;
  }

  private urlOf(instance: Instance | undefined): string {
    if (typeof instance === 'object') return instance.url;
    const service = this.services[instance ?? 0] ?? this.children.findLast((child) => child.alive);
    if (!service) throw new Error('nobody serves');
    return service.url;
  }

  private request(
    method: 'get' | 'post' | 'put' | 'delete',
    path: string,
    { as = 'alice', instance }: RequestOptions,
    body?: unknown,
  ): supertest.Test {
    const request = supertest(this.urlOf(instance))[method](path).set('Authorization', `Bearer ${KEYS[as]}`);
    return this.heard.listenTo(request, { as, method, path, sent: `${path} ${JSON.stringify(body)}` });
  }

  get(path: string, as: KeyName = 'alice', instance?: Instance): supertest.Test {
    return this.request('get', path, { as, instance });
  }

  delete(path: string, as: KeyName = 'alice'): supertest.Test {
    return this.request('delete', path, { as });
  }

  put(path: string, body: object, as: KeyName = 'operator'): supertest.Test {
    return this.request('put', path, { as }, body).send(body);
  }

  /** A keyed POST; a text is sent as it is, as JSON. */
  post(path: string, body: object | string | undefined, options: RequestOptions = {}): supertest.Test {
    const request = this.request('post', path, options, body).set('Idempotency-Key', options.key ?? randomUUID());
    return (typeof body === 'string' ? request.type('json') : request).send(body);
  }

  /** `POST /api/orders` with sensible defaults. */
  place(order: object = {}, options: RequestOptions = {}): supertest.Test {
    return this.post('/api/orders', { ...anOrder, ...order }, options);
  }

  /** Follows a 202 until the request is decided, and returns what the first caller got or would have got. */
  async decision(
    { body }: { body: unknown },
    { as = 'alice', instance }: RequestOptions = {},
    withinMs?: number,
  ): Promise<supertest.Response> {
    const { pollUrl } = body as { pollUrl?: string };
    if (!pollUrl) throw new Error(`not a 202: ${JSON.stringify(body)}`);
    const look = async (): Promise<supertest.Response | false> => {
      const answer = await this.get(pollUrl, as, instance);
      return answer.status !== 202 && answer;
    };
    return until(`${pollUrl} is decided`, look, withinMs);
  }

  /** The record of a key, as soon as it is claimed. */
  claimed(key: string): Promise<{ id: string; saga_id: string | null }> {
    return until(`${key} is claimed`, async () => {
      const [record] = await this.rows<{ id: string; saga_id: string | null }>(
        'SELECT id, saga_id FROM idempotency.records WHERE key = $1',
        [key],
      );
      return record;
    });
  }

  /** Puts a SKU on the shelf. */
  async stock(sku: string, onHand: number, unitPrice = 1000, currency = 'EUR'): Promise<void> {
    const { status } = await this.put(`/api/inventory/${sku}`, { name: sku, unitPrice, currency, onHand });
    if (status !== 201 && status !== 200) throw new Error(`stocking ${sku} answered ${status}`);
  }

  /** What is on the shelf of a SKU now. */
  async shelf(sku: string): Promise<{ onHand: number; reserved: number; available: number; version: number }> {
    const { body } = await this.get(`/api/inventory/${sku}`, 'operator');
    const { onHand, reserved, available, version } = body as Awaited<ReturnType<Scene['shelf']>>;
    return { onHand, reserved, available, version };
  }

  /** What the provider's books say about one order. */
  async booksOf(orderId: string): Promise<Ledger> {
    const { charges, refunds } = await this.ledger();
    const mine = ({ metadata }: { metadata: Record<string, string> }): boolean => metadata['orderId'] === orderId;
    return { charges: charges.filter(mine), refunds: refunds.filter(mine) };
  }

  ledger(): Promise<Ledger> {
    return readLedger(this.sandbox.url);
  }

  /** Arms a fault at the provider, for its next captures unless said otherwise. */
  async arm(fault: object, match: FaultMatch = CAPTURES, times = 1): Promise<void> {
    await armFault(this.sandbox.url, fault, match, times);
  }

  /** Returns when every armed fault has met its request: the provider works on it. */
  async untilProviderIsReached(): Promise<void> {
    await until('the provider is reached', async () => (await armedFaults(this.sandbox.url)).length === 0);
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
