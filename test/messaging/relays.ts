import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { environment } from '../support/environment.js';
import { until } from '../support/until.js';
import { CONFIG } from '#shared/config/config.token.js';
import { loadConfig } from '#shared/config/load-config.js';
import { DatabaseModule } from '#shared/database/database.module.js';
import { UnitOfWork } from '#shared/database/unit-of-work/unit-of-work.js';
import { Unit } from '#shared/database/unit-of-work/unit.js';
import { Rank, type Sql, type WriteKind } from '#shared/database/unit-of-work/write-kind.js';
import { JobsModule } from '#shared/jobs/jobs.module.js';
import { Consumes, type Consumer, type Message } from '#shared/messaging/consumer.js';
import { DeliveryStore } from '#shared/messaging/delivery.store.js';
import { PublicEvent } from '#shared/messaging/event-catalog.js';
import { MessagingModule } from '#shared/messaging/messaging.module.js';
import { WorkingModule } from '#shared/messaging/working.module.js';
import { RELAY_POLICY, type RelayPolicy } from '#shared/messaging/relay-policy.js';
import { Relay } from '#shared/messaging/relay.js';
import { Global, Inject, Injectable, Module, type DynamicModule, type INestApplicationContext } from '@nestjs/common';
import { EventBus } from '@nestjs/cqrs';
import { Test } from '@nestjs/testing';
import pg from 'pg';

/** A made-up event that leaves its unit. */
@PublicEvent<Said>('test.said', (event) => event.speaker)
class Said {
  constructor(
    readonly tenantId: string,
    readonly speaker: string,
    readonly word: string,
  ) {}
}

/** What a listener does before it writes the word down; may fail, wait or die. */
export type Script = (word: string, message: Message, sql: (work: (sql: Sql) => Promise<unknown>) => void) => unknown;

const SCRIPT = Symbol('SCRIPT');
export const LISTENER = 'test.listener';

interface Heard {
  readonly message: Message;
  readonly word: string;
}

const heard: WriteKind<Heard> = {
  name: 'hear',
  rank: Rank.insert,
  identity: ({ message, word }) => `heard/${message.id}/${word}`,
  lost: () => new Error('never loses'),
  async write(sql, rows) {
    await sql(
      `INSERT INTO public.heard (message_id, speaker, word) SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[])`,
      [rows.map((row) => row.message.id), rows.map((row) => row.message.aggregateId), rows.map((row) => row.word)],
    );
    return [];
  },
};

/** Its one effect is a row per word, so a word that was heard twice is there twice. */
@Consumes(LISTENER, [Said])
@Injectable()
class Listener implements Consumer {
  constructor(@Inject(SCRIPT) private readonly script: Script) {}

  async consume(message: Message): Promise<void> {
    const unit = Unit.current();
    const { word } = message.payload as Said;
    const inside = (work: (sql: Sql) => Promise<unknown>): void =>
      unit.write({ ...heard, name: `work ${word}`, write: async (sql) => (await work(sql), []) }, { message, word });
    await this.script(word, message, inside);
    unit.write(heard, { message, word });
  }
}

@Global()
@Module({})
class RelayModule {
  static with(databaseUrl: string, script: Script | undefined): DynamicModule {
    const variables = { ...environment(databaseUrl, 'http://127.0.0.1:9'), SWEEP_INTERVAL: '200ms' };
    const listener = script ? [{ provide: SCRIPT, useValue: script }, Listener] : [];
    return {
      module: RelayModule,
      imports: [DatabaseModule, JobsModule, MessagingModule, WorkingModule],
      providers: [{ provide: CONFIG, useValue: loadConfig(variables) }, ...listener],
      exports: [CONFIG],
    };
  }
}

/** A relay that stalls: what it holds is not kept beyond its lease although it goes on. */
class StallingStore extends DeliveryStore {
  override keep = (): Promise<void> => Promise.resolve();
}

/** Short times, so that a test sees everything. */
const policy: RelayPolicy = { batch: 10, leaseMs: 2_000, pausesMs: [50, 100], pollMs: 50, gatherMs: 1 };

export interface RelayOptions {
  readonly script?: Script;
  readonly policy?: Partial<RelayPolicy>;
  readonly stalling?: boolean;
}

/** Relays on one database, each like a process of its own. */
export class Relays {
  private readonly contexts: INestApplicationContext[] = [];

  private constructor(
    private readonly database: TestDatabase,
    readonly sql: pg.Pool,
  ) {}

  static async open(): Promise<Relays> {
    const database = await createTestDatabase();
    const sql = new pg.Pool({ connectionString: database.url, max: 5 });
    sql.on('error', () => undefined);
    await sql.query(`CREATE TABLE public.heard (
      position bigint GENERATED ALWAYS AS IDENTITY, message_id uuid, speaker uuid, word text)`);
    return new Relays(database, sql);
  }

  async start({ script = () => undefined, policy: wanted, stalling = false }: RelayOptions = {}) {
    return this.open({ script, policy: { ...policy, ...wanted }, stalling });
  }

  /** A process whose version knows no consumer. */
  startDeaf(): Promise<INestApplicationContext> {
    return this.open({ script: undefined, policy, stalling: false });
  }

  private async open(options: { script: Script | undefined; policy: RelayPolicy; stalling: boolean }) {
    const building = Test.createTestingModule({ imports: [RelayModule.with(this.database.url, options.script)] })
      .overrideProvider(RELAY_POLICY)
      .useValue(options.policy);
    if (options.stalling) building.overrideProvider(DeliveryStore).useClass(StallingStore);
    const context = await building.compile();
    context.useLogger(false);
    await context.init();
    this.contexts.push(context);
    return context;
  }

  async stop(context: INestApplicationContext): Promise<void> {
    this.contexts.splice(this.contexts.indexOf(context), 1);
    await context.close();
  }

  async close(): Promise<void> {
    await Promise.all(this.contexts.map((context) => context.close()));
    await this.sql.end();
    await this.database.drop();
  }

  async rows<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.sql.query<Row>(text, values)).rows;
  }

  /** In the order in which they were committed. */
  async heard(): Promise<{ message_id: string; speaker: string; word: string }[]> {
    return this.rows('SELECT message_id, speaker, word FROM public.heard ORDER BY position');
  }

  async wordsOf(speaker: string): Promise<string[]> {
    return (await this.heard()).filter((row) => row.speaker === speaker).map(({ word }) => word);
  }

  /** As the business says it: in a unit, through the outbox. */
  async say(context: INestApplicationContext, speaker: string, ...words: string[]): Promise<void> {
    await context.get(UnitOfWork).run(async () => {
      for (const word of words) context.get(EventBus).publish(new Said('alice', speaker, word));
    });
  }

  /** Straight into the outbox, by a transaction of the test's own. */
  async put(speaker: string, word: string, client: pg.Pool | pg.PoolClient = this.sql): Promise<void> {
    await client.query(
      `INSERT INTO messaging.outbox (id, tenant_id, name, aggregate_id, payload)
       VALUES (gen_random_uuid(), 'alice', 'test.said', $1::uuid, jsonb_build_object('word', $2::text))`,
      [speaker, word],
    );
  }

  untilHeard(count: number, withinMs?: number): Promise<unknown> {
    return until(`${count} words are heard`, async () => (await this.heard()).length >= count, withinMs);
  }

  /** Nothing is on its way, nothing is held back. */
  untilDelivered(withinMs?: number): Promise<unknown> {
    return until(
      'everything is delivered',
      async () => {
        const [row] = await this.rows<{ left: string }>(
          'SELECT (SELECT count(*) FROM messaging.outbox) + (SELECT count(*) FROM messaging.deliveries) AS left',
        );
        return row?.left === '0';
      },
      withinMs,
    );
  }

  /** The dead letters, once there are so many. */
  untilDead(count: number): Promise<{ message_id: string; error: string; attempts: number; word: string }[]> {
    return until(`${count} dead letters`, async () => {
      const dead = await this.rows<{ message_id: string; error: string; attempts: number; word: string }>(
        `SELECT message_id, error, attempts, payload ->> 'word' AS word FROM messaging.deliveries
         WHERE dead_at IS NOT NULL ORDER BY position`,
      );
      return dead.length >= count && dead;
    });
  }

  redrive(context: INestApplicationContext, messageId: string): Promise<boolean> {
    return context.get(Relay).redrive(LISTENER, messageId);
  }
}
