import { CONFIG } from '#shared/config/config.token.js';
import type { Config } from '#shared/config/config.js';
import { WRITER_POOL } from '#shared/database/pools.js';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { Pool } from 'pg';

/** Rows per commit: small enough that nobody else waits, large enough that a million takes seconds (measured). */
const BATCH = 5_000;

/**
 * Only decided records expire. The rows are found by the index on their expiry; SKIP LOCKED passes those that a late
 * duplicate is claiming anew at this moment.
 */
const DELETE_BATCH = `
  DELETE FROM idempotency.records WHERE id IN (
    SELECT id FROM idempotency.records
    WHERE state = 'decided' AND expires_at <= now() ORDER BY expires_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`;

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
      const removed = await this.removeExpired();
      if (removed > 0) this.logger.log({ removed }, 'removed expired idempotency records');
    } catch (error) {
      this.logger.warn({ err: error }, 'removing expired records failed and will run again');
    }
  }

  private async removeExpired(): Promise<number> {
    const client = await this.pool.connect();
    try {
      let removed = 0;
      for (let batch = BATCH; batch === BATCH && !this.stopping; removed += batch) {
        await client.query('BEGIN');
        // Held for one batch only; an instance that does not get it has nothing to do.
        const { rows } = await client.query<{ mine: boolean }>(
          "SELECT pg_try_advisory_xact_lock(hashtext('ichido:expiry')) AS mine",
        );
        batch = rows[0]?.mine ? ((await client.query(DELETE_BATCH)).rowCount ?? 0) : 0;
        await client.query('COMMIT');
      }
      client.release();
      return removed;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }
}
