import { environment, KEYS, type KeyName } from '../../support/environment.js';
import { listen } from '../../support/inside-service.js';
import { BENCH_TABLES } from '../../kernel/support/thing.entity.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { doorWithSagas } from '#modules/idempotency/by-saga/door-with-sagas.js';
import { keyProblems } from '#modules/idempotency/http/key.problems.js';
import { registerKeyEcho } from '#modules/idempotency/http/keyed-route.js';
import { retryAdvice } from '#modules/idempotency/http/retry-advice.js';
import { requestProblems } from '#shared/http/openapi/request.problems.js';
import { serviceProblems } from '#shared/http/openapi/service.problems.js';
import { CONFIG } from '#shared/config/config.token.js';
import { loadConfig } from '#shared/config/load-config.js';
import { DatabaseModule } from '#shared/database/database.module.js';
import { openFrontDoor } from '#shared/http/front-door.js';
import { ProblemFilter } from '#shared/http/problem.filter.js';
import { validationPipe } from '#shared/http/request-validation.pipe.js';
import { serverOptions } from '#shared/http/server-options.js';
import { JobsModule } from '#shared/jobs/jobs.module.js';
import { MessagingModule } from '#shared/messaging/messaging.module.js';
import { WorkingModule } from '#shared/messaging/working.module.js';
import { MetricsModule } from '#shared/observability/metrics.module.js';
import { StoppedDuplicatesModule } from '#shared/observability/stopped-duplicates.module.js';
import { Global, Module, type DynamicModule, type Provider, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import pg from 'pg';
import supertest from 'supertest';

/** Nothing is called; the variable only has to be there. */
const NO_PROVIDER = 'http://127.0.0.1:9';

/** A made-up business of keyed routes. */
export interface Business {
  readonly controllers: readonly Type[];
  readonly providers?: readonly Provider[];
}

@Global()
@Module({})
class DoorModule {
  static with(variables: Record<string, string>, { controllers, providers = [] }: Business): DynamicModule {
    return {
      module: DoorModule,
      imports: [
        DatabaseModule,
        JobsModule,
        MessagingModule,
        StoppedDuplicatesModule,
        MetricsModule,
        doorWithSagas(),
        WorkingModule,
      ],
      controllers: [...controllers],
      providers: [{ provide: CONFIG, useValue: loadConfig(variables) }, ...providers],
      exports: [CONFIG],
    };
  }
}

export interface SentAs {
  /** No header at all when absent. */
  readonly key?: string;
  readonly as?: KeyName;
  readonly prefer?: string;
}

/** The real request door over HTTP in front of made-up routes, on a database of its own. */
export class Door {
  private readonly endings: (() => Promise<void>)[] = [];
  private url = '';

  private constructor(
    readonly database: TestDatabase,
    readonly app: NestFastifyApplication,
    private readonly sql: pg.Pool,
  ) {}

  /** Rejects with the complaint of the start. */
  static async open(business: Business, env: Record<string, string> = {}): Promise<Door> {
    const database = await createTestDatabase();
    const sql = new pg.Pool({ connectionString: database.url, max: 2 });
    sql.on('error', () => undefined);
    await sql.query(BENCH_TABLES);
    const variables = { ...environment(database.url, NO_PROVIDER), ...env };
    const config = loadConfig(variables);
    const adapter = new FastifyAdapter(serverOptions());
    const app = await NestFactory.create<NestFastifyApplication>(DoorModule.with(variables, business), adapter, {
      bodyParser: false,
      logger: false,
      abortOnError: false,
    });
    registerKeyEcho(adapter.getInstance());
    const raw = { matches: (): boolean => false, limitBytes: 0 };
    openFrontDoor(adapter.getInstance(), {
      authentication: { keys: config.apiKeys ?? [], isPublic: () => false },
      body: { limitBytes: config.bodyLimitBytes, raw },
    });
    app.setGlobalPrefix('api');
    app.useGlobalPipes(validationPipe());
    app.useGlobalFilters(new ProblemFilter([retryAdvice({ ...keyProblems, ...requestProblems, ...serviceProblems })]));
    const door = new Door(database, app, sql);
    try {
      ({ url: door.url } = await listen(app, config));
    } catch (error) {
      await door.close();
      throw error;
    }
    return door;
  }

  /** Adds what has to end before the service can. */
  beforeClose(ending: () => Promise<void>): void {
    this.endings.push(ending);
  }

  async close(): Promise<void> {
    for (const ending of this.endings) await ending();
    await this.app.close();
    await this.sql.end();
    await this.database.drop();
  }

  post(path: string, body: object, { key, as = 'alice', prefer }: SentAs = {}): supertest.Test {
    const headers = {
      Authorization: `Bearer ${KEYS[as]}`,
      ...(key !== undefined && { 'Idempotency-Key': key }),
      ...(prefer !== undefined && { Prefer: prefer }),
    };
    return supertest(this.url).post(path).set(headers).send(body);
  }

  get(path: string): supertest.Test {
    return supertest(this.url).get(path).set('Authorization', `Bearer ${KEYS.alice}`);
  }

  async rows<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.sql.query<Row>(text, values)).rows;
  }

  /** The words that commits have left, oldest first. */
  async words(): Promise<string[]> {
    return (await this.rows<{ word: string }>('SELECT word FROM bench.lines ORDER BY position')).map(
      ({ word }) => word,
    );
  }

  /** The records of a key. */
  records(key: string): Promise<{ state: string; status: number | null; saga_id: string | null; ttl_ms: string }[]> {
    return this.rows(
      `SELECT state, status, saga_id, 1000 * extract(epoch FROM expires_at - decided_at) AS ttl_ms
       FROM idempotency.records WHERE key = $1`,
      [key],
    );
  }
}
