import { CONFIG } from '#shared/config/config.token.js';
import type { Config } from '#shared/config/config.js';
import { deleteInBatches } from '#shared/database/batched-delete.js';
import { WRITER_POOL } from '#shared/database/pools.js';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { Pool } from 'pg';

/**
 * Only decided records expire. The rows are found by the index on their expiry; SKIP LOCKED passes those that a late
 * duplicate is claiming anew at this moment.
 */
const DELETE_BATCH = `
  DELETE FROM idempotency.records WHERE id IN (
    SELECT id FROM idempotency.records
    WHERE state = 'decided' AND expires_at <= now() ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED)`;

/** Removes expired records every SWEEP_INTERVAL: one instance at a time, in one session, a commit for each batch. */
@Injectable()
export class ExpirySweep implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Expiry');
  private running?: Promise<void>;
  private stopping = false;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(WRITER_POOL) private readonly pool: Pool,
    private readonly scheduler: SchedulerRegistry,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.role === 'api') return;
    // A run that takes longer than the interval is not overtaken by the next one.
    const timer = setInterval(() => this.run(), this.config.sweepIntervalMs);
    this.scheduler.addInterval('idempotency.expiry', timer);
  }

  private run(): void {
    this.running ??= this.sweep().finally(() => (this.running = undefined));
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping = true;
    await this.running;
  }

  /** Never rejects: what is left over is found by the next run. */
  private async sweep(): Promise<void> {
    try {
      const removed = await deleteInBatches(this.pool, {
        name: 'ichido:expiry',
        statement: DELETE_BATCH,
        stopped: () => this.stopping,
      });
      if (removed > 0) this.logger.log({ removed }, 'removed expired idempotency records');
    } catch (error) {
      this.logger.warn({ err: error }, 'removing expired records failed and will run again');
    }
  }
}
