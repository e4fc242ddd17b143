import { Consumers } from './consumers.js';
import { CONFIG } from '../config/config.token.js';
import type { Config } from '../config/config.js';
import { deleteInBatches } from '../database/batched-delete.js';
import { WRITER_POOL } from '../database/pools.js';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Pool } from 'pg';

/** Nothing that held a message when it was consumed is still holding it after this: no relay sleeps through a week. */
const KEPT = '7 days';

/**
 * A message's id (UUIDv7, RFC 9562) begins with the millisecond of its making, so the key itself finds the old ones and
 * no further index slows consuming down.
 */
const DELETE_OLD = `
  DELETE FROM messaging.consumptions WHERE consumer = $1 AND message_id IN (
    SELECT message_id FROM messaging.consumptions
    WHERE consumer = $1 AND message_id < rpad(lpad(to_hex(
      (1000 * extract(epoch FROM now() - interval '${KEPT}'))::bigint), 12, '0'), 32, '0')::uuid
    ORDER BY message_id LIMIT $2)`;

/** Forgets every SWEEP_INTERVAL what was consumed long ago; deliveries are gone since then. */
@Injectable()
export class ConsumptionPurge implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Relay');
  private timer?: NodeJS.Timeout;
  private running?: Promise<void>;
  private stopping = false;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(WRITER_POOL) private readonly pool: Pool,
    private readonly consumers: Consumers,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.role === 'api') return;
    // A run that takes longer than the interval is not overtaken by the next one.
    this.timer = setInterval(
      () => void (this.running ??= this.purge().finally(() => (this.running = undefined))),
      this.config.sweepIntervalMs,
    );
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping = true;
    clearInterval(this.timer);
    await this.running;
  }

  /** Never rejects: what is left over is found by the next run. */
  private async purge(): Promise<void> {
    for (const { consumer } of this.consumers.all()) {
      try {
        await deleteInBatches(this.pool, {
          name: `ichido:consumptions:${consumer}`,
          statement: DELETE_OLD,
          values: [consumer],
          stopped: () => this.stopping,
        });
      } catch (error) {
        this.logger.warn({ err: error, consumer }, 'forgetting old consumptions failed and will run again');
      }
    }
  }
}
