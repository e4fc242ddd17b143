import { GIVEN_UP_IN_TIME, lookAfter, survive } from './look-after.js';
import pg from 'pg';

/**
 * Injection token: the pool that commits what cannot go with others. Apart from the one that reads, so that readers can
 * never starve a commit.
 */
export const WRITER_POOL = Symbol('WRITER_POOL');

/** Injection token: the one connection on which groups of units are committed, one group after the other. */
export const LANE_POOL = Symbol('LANE_POOL');

/** Injection token: the one connection on which single rows are looked up by their keys; lists have others. */
export const LOOKUP_POOL = Symbol('LOOKUP_POOL');

/** How long a caller waits for a free connection before the service counts as overloaded: within a client's patience. */
export const CONNECT_TIMEOUT_MS = 5_000;

const without = (...ways: readonly string[]): string => ways.map((way) => `-c enable_${way}=off`).join(' ');

/**
 * For the statements of an order, each of which finds a few rows by an index, and for queue-like tables: what statistics
 * say about a table that is new or changes fast is old the moment it is known, and a plan made from it and kept reads
 * the whole table for a few rows. Without these ways left, every plan follows the indexes.
 */
export const ALONG_THE_INDEXES = without('seqscan', 'bitmapscan', 'sort', 'hashjoin', 'mergejoin');

/**
 * For connections whose statements are prepared, and whose plans follow the indexes whatever the values are: a plan of
 * its own for every call costs as much as running it.
 */
export const PLANNED_ONCE = `${ALONG_THE_INDEXES} -c plan_cache_mode=force_generic_plan`;

/**
 * The same for look-ups, which share their messages: the one that waits for a locked table is refused by the server, and
 * keeps nobody waiting. In ms: a thousand times what one takes, and less than the patience with a silent connection.
 */
export const LOOKED_UP_IN_TIME = `${PLANNED_ONCE} -c statement_timeout=4000`;

/**
 * The same for connections that also read lists: those find rows by one index and sort them, or by two, where otherwise
 * they would walk along the whole primary key.
 */
export const BY_THE_INDEXES = without('seqscan', 'hashjoin', 'mergejoin');

/** A pool whose broken connections never end the process: an idle or checked-out one may be cut, or vanish, at any time. */
export const createPool = (url: string, max: number, name: string, options?: string): pg.Pool =>
  surviving(settingsOf(url, max, name, options));

/**
 * The same for whoever knows the next statements before the answer to the last, who writes units of work or looks up what
 * many ask for: they may all be sent at once, and are run in that order.
 */
export const createPipeliningPool = (url: string, max: number, name: string, options?: string): pg.Pool =>
  surviving({ ...settingsOf(url, max, name, options), pipeline: true });

const settingsOf = (url: string, max: number, name: string, options = ''): pg.PoolConfig => ({
  connectionString: url,
  max,
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  application_name: `ichido ${name}`,
  // Of two settings the later one holds.
  options: `${GIVEN_UP_IN_TIME} ${options}`,
});

function surviving(settings: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(settings);
  pool.on('error', survive);
  pool.on('connect', lookAfter);
  return pool;
}
