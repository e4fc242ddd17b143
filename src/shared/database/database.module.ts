import { CONFIG } from '../config/config.token.js';
import type { Config } from '../config/config.js';
import { Changes } from './unit-of-work/changes.js';
import { EntityReads } from './unit-of-work/entity-reads.js';
import { Entities } from './unit-of-work/entities.js';
import { GroupCommit } from './unit-of-work/group-commit.js';
import { LookUps } from './look-ups.js';
import { UnitOfWork } from './unit-of-work/unit-of-work.js';
import { WarmEntities } from './unit-of-work/warm-entities.js';
import {
  BY_THE_INDEXES,
  CONNECT_TIMEOUT_MS,
  createPool,
  LANE_POOL,
  LOOKUP_POOL,
  PLANNED_ONCE,
  surviveTheEndOf,
  WRITER_POOL,
} from './pools.js';
import { SchemaStore } from './schema.store.js';
import { TableReadings } from './table-readings.js';
import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Pool } from 'pg';

/**
 * Half of DB_POOL reads and half writes. Of those that read, half look up single rows and half read lists, at least two
 * each; of those that write, at least two as well, one is the lane of the groups.
 */
const half = (connections: number): number => Math.max(2, Math.floor(connections / 2));

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
        poolSize: half(half(config.dbPool)),
        connectTimeoutMS: CONNECT_TIMEOUT_MS,
        applicationName: 'ichido reads',
        // TypeORM listens to a connection a moment after the pool has handed it over.
        extra: { onConnect: surviveTheEndOf, options: BY_THE_INDEXES },
        // The process either starts with a database or says so and exits; patience belongs to whoever starts it.
        retryAttempts: 0,
      }),
    }),
  ],
  providers: [
    {
      provide: WRITER_POOL,
      inject: [CONFIG],
      useFactory: (config: Config) => createPool(config.databaseUrl!, half(config.dbPool) - 1, 'writes', PLANNED_ONCE),
    },
    {
      provide: LOOKUP_POOL,
      inject: [CONFIG],
      useFactory: (config: Config) =>
        createPool(config.databaseUrl!, half(half(config.dbPool)), 'look-ups', PLANNED_ONCE),
    },
    {
      provide: LANE_POOL,
      inject: [CONFIG],
      useFactory: (config: Config) => createPool(config.databaseUrl!, 1, 'group writes', PLANNED_ONCE),
    },
    LookUps,
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
    EntityReads,
    Entities,
    UnitOfWork,
    GroupCommit,
    SchemaStore,
    TableReadings,
  ],
})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(
    @Inject(WRITER_POOL) private readonly pool: Pool,
    @Inject(LANE_POOL) private readonly lane: Pool,
    @Inject(LOOKUP_POOL) private readonly lookUps: Pool,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.pool.end(), this.lane.end(), this.lookUps.end()]);
  }
}
