import { CONFIG } from '../config/config.token.js';
import type { Config } from '../config/config.js';
import { Changes } from './unit-of-work/changes.js';
import { EntityReads } from './unit-of-work/entity-reads.js';
import { Entities } from './unit-of-work/entities.js';
import { GroupCommit } from './unit-of-work/group-commit.js';
import { History } from './history.js';
import { LookUps } from './look-ups.js';
import { UnitOfWork } from './unit-of-work/unit-of-work.js';
import { WarmEntities } from './unit-of-work/warm-entities.js';
import {
  BY_THE_INDEXES,
  CONNECT_TIMEOUT_MS,
  createPipeliningPool,
  LANE_POOL,
  LOOKED_UP_IN_TIME,
  LOOKUP_POOL,
  PLANNED_ONCE,
  WRITER_POOL,
} from './pools.js';
import { GIVEN_UP_IN_TIME, lookAfter } from './look-after.js';
import { SchemaStore } from './schema.store.js';
import { TableReadings } from './table-readings.js';
import { Global, Inject, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Pool } from 'pg';

/** One list that takes long must not stop all others. */
const LISTS_AT_LEAST = 2;

/** One that may wait for a row, and one for everybody whose row is free. */
const ALONE_AT_LEAST = 2;

/**
 * DB_POOL in parts: half reads, of that one connection single rows and the rest lists and what else is asked by hand;
 * half writes, of that one is the lane of the groups.
 */
const partsOf = ({ dbPool }: Config): { lists: number; alone: number } => {
  const half = Math.floor(dbPool / 2);
  return { lists: Math.max(LISTS_AT_LEAST, dbPool - half - 1), alone: Math.max(ALONE_AT_LEAST, half - 1) };
};

/** TypeORM for reading lists, a pool of its own for looking up entities, and one for committing units of work. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [CONFIG],
      useFactory: (config: Config) => ({
        type: 'postgres' as const,
        url: config.databaseUrl,
        autoLoadEntities: true,
        poolSize: partsOf(config).lists,
        connectTimeoutMS: CONNECT_TIMEOUT_MS,
        applicationName: 'ichido reads',
        // TypeORM listens to a connection a moment after the pool has handed it over.
        extra: { onConnect: lookAfter, options: `${GIVEN_UP_IN_TIME} ${BY_THE_INDEXES}` },
        // The process either starts with a database or says so and exits; patience belongs to whoever starts it.
        retryAttempts: 0,
      }),
    }),
  ],
  providers: [
    {
      provide: WRITER_POOL,
      inject: [CONFIG],
      useFactory: (config: Config) =>
        createPipeliningPool(config.databaseUrl!, partsOf(config).alone, 'writes', PLANNED_ONCE),
    },
    {
      provide: LOOKUP_POOL,
      inject: [CONFIG],
      useFactory: (config: Config) => createPipeliningPool(config.databaseUrl!, 1, 'look-ups', LOOKED_UP_IN_TIME),
    },
    {
      provide: LANE_POOL,
      inject: [CONFIG],
      useFactory: (config: Config) => createPipeliningPool(config.databaseUrl!, 1, 'group writes', PLANNED_ONCE),
    },
    LookUps,
    History,
    GroupCommit,
    Changes,
    EntityReads,
    WarmEntities,
    Entities,
    UnitOfWork,
    SchemaStore,
    TableReadings,
  ],
  exports: [
    WRITER_POOL,
    LANE_POOL,
    LOOKUP_POOL,
    LookUps,
    History,
    EntityReads,
    Entities,
    UnitOfWork,
    GroupCommit,
    SchemaStore,
    TableReadings,
  ],
})
export class DatabaseModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    @Inject(WRITER_POOL) private readonly pool: Pool,
    @Inject(LANE_POOL) private readonly lane: Pool,
    @Inject(LOOKUP_POOL) private readonly lookUps: Pool,
    private readonly warm: WarmEntities,
    private readonly history: History,
  ) {}

  /** A connection that ends is the first sign that the database may have lost something; a pooler hides it. */
  onModuleInit(): void {
    this.lane.on('remove', () => this.warm.forgetAll());
    this.history.onChange(() => this.warm.forgetAll());
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.pool.end(), this.lane.end(), this.lookUps.end()]);
  }
}
