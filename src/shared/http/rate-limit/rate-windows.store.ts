import { CONFIG } from '../../config/config.token.js';
import type { Config } from '../../config/config.js';
import { createPool } from '../../database/pools.js';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';

/** A tenant has one statement under way at most, of a millisecond; these are not to wait behind orders, nor orders for them. */
const CONNECTIONS = 2;

/** Where a tenant's current minute stands. */
export interface RateWindow {
  /** Requests so far, those that were refused included. */
  readonly used: number;
  /** Milliseconds until the next one begins, by the database's clock. */
  readonly msLeft: number;
}

/** One row per tenant: the minute that began with its first request. Connects to nothing before it is asked. */
@Injectable()
export class RateWindowsStore implements OnApplicationShutdown {
  private readonly pool: Pool;

  constructor(@Inject(CONFIG) { databaseUrl }: Config) {
    this.pool = createPool(databaseUrl!, CONNECTIONS, 'rate limit');
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }

  /**
   * Counts requests of a tenant. ON CONFLICT: instances that count at once take turns on the tenant's row, so that none
   * of them overlooks what another has counted; a window that is over is begun anew by whoever comes first.
   */
  async count(tenant: string, requests: number): Promise<RateWindow> {
    const { rows } = await this.pool.query<{ used: string; ms_left: string }>(
      `INSERT INTO http.rate_windows AS w (tenant_id, used, ends_at) VALUES ($1, $2, now() + interval '1 minute')
       ON CONFLICT (tenant_id) DO UPDATE SET
         used = CASE WHEN w.ends_at <= now() THEN excluded.used ELSE w.used + excluded.used END,
         ends_at = CASE WHEN w.ends_at <= now() THEN excluded.ends_at ELSE w.ends_at END
       RETURNING used, 1000 * extract(epoch FROM ends_at - now()) AS ms_left`,
      [tenant, requests],
    );
    const [row] = rows;
    return { used: Number(row!.used), msLeft: Number(row!.ms_left) };
  }

  /** Removes the windows of tenants that have not come for an hour; those that come have theirs begun anew. */
  async forgetOld(): Promise<void> {
    await this.pool.query(`DELETE FROM http.rate_windows WHERE ends_at < now() - interval '1 hour'`);
  }
}
