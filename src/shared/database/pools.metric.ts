import { LANE_POOL, LOOKUP_POOL, WRITER_POOL } from './pools.js';
import { WORKER_POOL } from '../jobs/worker-pool.js';
import { RELAY_POOL } from '../messaging/relay-pool.js';
import { METRICS } from '../observability/metrics.token.js';
import { readGauge, type Sample } from '../observability/read-gauge.js';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';

/** `ichido_db_pool`: what the connections of this process do; a look into memory. */
@Injectable()
export class PoolsMetric implements OnModuleInit {
  private readonly pools: Readonly<Record<string, Pool>>;

  constructor(
    @Inject(METRICS) private readonly registry: Registry,
    source: DataSource,
    @Inject(LOOKUP_POOL) lookUps: Pool,
    @Inject(WRITER_POOL) writes: Pool,
    @Inject(LANE_POOL) groupWrites: Pool,
    @Inject(WORKER_POOL) jobs: Pool,
    @Inject(RELAY_POOL) relay: Pool,
  ) {
    const reads = (source.driver as PostgresDriver).master as Pool;
    this.pools = { reads, look_ups: lookUps, writes, group_writes: groupWrites, jobs, relay };
  }

  onModuleInit(): void {
    readGauge(this.registry, {
      name: 'ichido_db_pool',
      help: 'Connections that are idle or busy, and callers that wait for one, by pool.',
      labelNames: ['pool', 'state'],
      read: async () => Object.entries(this.pools).flatMap(([name, pool]) => statesOf(name, pool)),
    });
  }
}

const statesOf = (pool: string, { totalCount, idleCount, waitingCount }: Pool): Sample[] => [
  { labels: { pool, state: 'idle' }, value: idleCount },
  { labels: { pool, state: 'busy' }, value: totalCount - idleCount },
  { labels: { pool, state: 'waiting' }, value: waitingCount },
];
