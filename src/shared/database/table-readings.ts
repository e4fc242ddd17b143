import { ALONG_THE_INDEXES, createPool } from './pools.js';
import { CONFIG } from '../config/config.token.js';
import type { Config } from '../config/config.js';
import { recent } from '../kernel/recent.js';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool, QueryResultRow } from 'pg';

/** A number about tables may be this old; scrapers ask every few seconds, and more than one may ask. */
const FRESH_FOR_MS = 2_000;
/** What takes longer to count burdens the database more than it tells, in that database and, if that is away, here. */
const COUNTED_WITHIN_MS = 1_000;
/** One may be waiting for a table that nobody can read while the other answers about the rest. */
const CONNECTIONS = 2;

/** The rows of a question to the database; undefined while it cannot be answered. Never rejects. */
export type TableReading<Row> = () => Promise<readonly Row[] | undefined>;

/**
 * Questions about tables for whoever watches the service. They have connections of their own: they keep nobody
 * waiting who does the work, and they are answered when everybody else waits for a connection. These are opened by the
 * first question.
 */
@Injectable()
export class TableReadings implements OnApplicationShutdown {
  private readonly pool: Pool;

  constructor(@Inject(CONFIG) { databaseUrl }: Config) {
    const options = `${ALONG_THE_INDEXES} -c statement_timeout=${COUNTED_WITHIN_MS}`;
    this.pool = createPool(databaseUrl!, CONNECTIONS, 'metrics', options);
  }

  /** A statement without parameters, which has to find its rows by an index. */
  of<Row extends object>(text: string): TableReading<Row> {
    return recent(() => this.now<Row>(text), { forMs: FRESH_FOR_MS, patienceMs: COUNTED_WITHIN_MS });
  }

  /** The rows as they are; rejects while they cannot be read. */
  async now<Row extends object>(text: string): Promise<readonly Row[]> {
    // The server's own limit is of no use when nothing comes back from it; then the connection is given up.
    const question = { text, query_timeout: 2 * COUNTED_WITHIN_MS };
    const { rows } = await this.pool.query<Row & QueryResultRow>(question);
    return rows;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}
