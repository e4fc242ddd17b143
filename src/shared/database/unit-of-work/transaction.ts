import type { Sql } from './write-kind.js';
import { BEGIN } from '../begin.js';
import { HISTORY } from '../history.js';
import { answeredBy, hangUp, isOutdated, prepared } from '../prepared.js';
import { DatabaseError, type Pool, type PoolClient, type QueryResult } from 'pg';
import { setTimeout as pause } from 'node:timers/promises';

/** The connection broke while COMMIT was under way and the database could not be asked what became of it. */
export class CommitInDoubt extends Error {
  override readonly name = 'CommitInDoubt';
}

/** The database, or the way to it, has fallen silent; without a COMMIT nothing of the transaction stays. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** A connection whose other end is gone without a word stays open for hours; who must not wait that long says so. */
const within = async <T>(ms: number | undefined, answer: Promise<T>): Promise<T> => {
  if (ms === undefined) return answer;
  const silence = Promise.withResolvers<never>();
  const timer = setTimeout(() => silence.reject(new NoAnswer(`the database has not answered for ${ms} ms`)), ms);
  try {
    return await Promise.race([answer, silence.promise]);
  } finally {
    clearTimeout(timer);
  }
};

/** A backend that lost its client ends within this time, or the answer stays open. */
const LOOKED_FOR_MS = 5_000;
const BETWEEN_LOOKS_MS = 100;
/** Of a look that is not answered itself. */
const LOOK_WITHIN_MS = 1_000;

/** A transaction, and the history of the server that has numbered it. */
export interface Begun {
  readonly id: string;
  readonly history: string;
}

/** "transaction ID … is in the future": the server that had given it has lost it. */
const NEVER_HEARD_OF = '22023';

/** Whether it took effect, as far as the server can say by now. A number alone is no proof: a crash gives it out again. */
async function fateOf(pool: Pool, { id, history }: Begun): Promise<'committed' | 'lost' | 'open' | 'nobody knows'> {
  // A replica that is about to take over may hold the commit and not have come to it yet.
  const status = 'CASE WHEN NOT pg_is_in_recovery() THEN pg_xact_status($1::xid8) END';
  const text = `SELECT ${status} AS status, ${HISTORY} AS history, pg_is_in_recovery() AS replays`;
  const question = { text, values: [id], query_timeout: LOOK_WITHIN_MS };
  const look = pool.query<{ status: string | null; history: string; replays: boolean }>(question);
  const { rows } = await within(LOOK_WITHIN_MS, look);
  const { status: is, history: since, replays } = rows[0]!;
  if (replays) return 'open';
  if (is === 'aborted') return 'lost';
  if (since === history) return is === 'committed' ? 'committed' : 'open';
  // Of another one's transaction that is under way, the number was free.
  return is === 'in progress' ? 'lost' : 'nobody knows';
}

/** Whether a transaction whose COMMIT got no answer took effect; asked on connections of their own. */
const tookEffect = async (pool: Pool, begun: Begun, cause: unknown): Promise<boolean> => {
  const until = Date.now() + LOOKED_FOR_MS;
  while (Date.now() < until) {
    const fate = await fateOf(pool, begun).catch((error: unknown) =>
      error instanceof DatabaseError && error.code === NEVER_HEARD_OF ? 'lost' : 'open',
    );
    if (fate === 'committed') return true;
    if (fate === 'lost') return false;
    if (fate === 'nobody knows') break;
    await pause(BETWEEN_LOOKS_MS);
  }
  throw new CommitInDoubt('the database went away during a commit', { cause });
};

/**
 * A verdict of the server about this transaction, as opposed to a connection that ended: class 57P, it is leaving; class
 * 08, a pooler has lost it.
 */
const isVerdict = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code !== undefined && !/^(57P|08)/.test(error.code);

const commit = async (pool: Pool, client: PoolClient, begun: Begun, patienceMs?: number): Promise<void> => {
  let command: string;
  try {
    ({ command } = await within(patienceMs, client.query('COMMIT')));
  } catch (error) {
    if (error instanceof NoAnswer) hangUp(client);
    client.release(true);
    if (isVerdict(error)) throw error;
    if (!(await tookEffect(pool, begun, error))) throw error;
    return;
  }
  client.release();
  // After an error inside a transaction PostgreSQL answers COMMIT with ROLLBACK and raises nothing.
  if (command !== 'COMMIT') throw new Error(`the database answered COMMIT with ${command}`);
};

const rollBack = async (client: PoolClient, cause: unknown, patienceMs?: number): Promise<void> => {
  try {
    if (cause instanceof NoAnswer || isOutdated(cause)) throw cause;
    await within(patienceMs, client.query('ROLLBACK'));
    client.release();
  } catch (error) {
    // The connection is of no use: the pool must not hand it out again, and the caller must hear the first error.
    if (error instanceof NoAnswer) hangUp(client);
    client.release(true);
  }
};

/** Opens the transaction and learns what tells it from others, in one message: an idle system pays for every one. */
const begin = async (client: PoolClient, settings: string): Promise<Begun> => {
  const results: unknown = await client.query(
    `${BEGIN}; ${settings}SELECT pg_current_xact_id()::text AS id, ${HISTORY} AS history, pg_backend_pid() AS session`,
  );
  const { session, ...begun } = (results as QueryResult<Begun & { session: number }>[]).at(-1)!.rows[0]!;
  answeredBy(client, session);
  return begun;
};

/** For a transaction that others wait behind. */
export interface Patience {
  /** How long, in ms, each of its statements may wait for a row that another transaction holds; as long as it takes. */
  readonly lockTimeoutMs?: number;
  /** How long, in ms, the answer to each may be missing before the connection counts as dead. */
  readonly answerWithinMs?: number;
}

/**
 * Runs `work` in one transaction on one connection. A commit without an answer is looked up by its transaction id
 * before anything else happens (semantics 46); a connection that failed is never reused.
 */
export async function inTransaction(
  pool: Pool,
  work: (sql: Sql, begun: Begun) => Promise<void>,
  { lockTimeoutMs, answerWithinMs }: Patience = {},
): Promise<void> {
  const client = await pool.connect();
  let begun: Begun;
  try {
    const settings = lockTimeoutMs ? `SET LOCAL lock_timeout = ${lockTimeoutMs}; ` : '';
    begun = await within(answerWithinMs, begin(client, settings));
    await work((text, values) => within(answerWithinMs, prepared(client, text, values)), begun);
  } catch (error) {
    await rollBack(client, error, answerWithinMs);
    throw error;
  }
  await commit(pool, client, begun, answerWithinMs);
}
