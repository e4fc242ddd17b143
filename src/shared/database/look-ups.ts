import { LOOKUP_POOL } from './pools.js';
import { preparedOn } from './prepared.js';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';

/**
 * Finds single rows by their keys, by statements that are planned once and whose texts are never built from data; on
 * connections of its own, so that a list which takes long keeps nobody from looking up.
 */
@Injectable()
export class LookUps {
  constructor(@Inject(LOOKUP_POOL) private readonly pool: Pool) {}

  /** Tells when one of its connections has ended: after a failover the database may have lost what it had answered. */
  onLostConnection(listener: () => void): void {
    this.pool.on('remove', listener);
  }

  find<Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]> {
    return preparedOn<Row>(this.pool, text, values);
  }
}
