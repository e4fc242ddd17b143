import { CONFIG } from '../config/config.token.js';
import type { Config } from '../config/config.js';
import { Changes } from './unit-of-work/changes.js';
import { EntityReads } from './unit-of-work/entity-reads.js';
import { Entities } from './unit-of-work/entities.js';
import { GroupCommit } from './unit-of-work/group-commit.js';
import { UnitOfWork } from './unit-of-work/unit-of-work.js';
import {
  ALONG_THE_INDEXES,
  BY_THE_INDEXES,
  CONNECT_TIMEOUT_MS,
  createPool,
  LANE_POOL,
  surviveTheEndOf,
  WRITER_POOL,
} from './pools.js';
import { SchemaStore } from './schema.store.js';
import { TableReadings } from './table-readings.js';
import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Pool } from 'pg';

/** Half of DB_POOL reads and half writes, at least two each: of those that write, one is the lane of the groups. */
const half = (config: Config): number => Math.max(2, Math.floor(config.dbPool / 2));

/** TypeORM for reading entities, a pool of its own for committing units of work. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [CONFIG],
      useFactory: (config: Config) => ({
        type: 'postgres' as const,
        url: config.databaseUrl,
        autoLoadEntities: true,
        poolSize: half(config),
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
      useFactory: (config: Config) => createPool(config.databaseUrl!, half(config) - 1, 'writes', ALONG_THE_INDEXES),
    },
    {
      provide: LANE_POOL,
      inject: [CONFIG],
      useFactory: (config: Config) => createPool(config.databaseUrl!, 1, 'group writes', ALONG_THE_INDEXES),
    },
    GroupCommit,
    Changes,
    EntityReads,
    Entities,
    UnitOfWork,
    SchemaStore,
    TableReadings,
  ],
  exports: [WRITER_POOL, LANE_POOL, EntityReads, Entities, UnitOfWork, GroupCommit, SchemaStore, TableReadings],
})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(
    @Inject(WRITER_POOL) private readonly pool: Pool,
    @Inject(LANE_POOL) private readonly lane: Pool,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.pool.end(), this.lane.end()]);
  }
}
