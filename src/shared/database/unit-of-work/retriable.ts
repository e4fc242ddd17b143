import { isOutdated } from '../prepared.js';
import { DatabaseError } from 'pg';

/**
 * Serialization failure, deadlock, and a unique name that somebody else has taken (PostgreSQL appendix A): the
 * transaction is gone, nothing of it happened, and who decides again finds whoever was first.
 */
const RETRIABLE = new Set(['40001', '40P01', '23505']);

/** Whether the database asks for the same transaction again. */
export const isRetriable = (error: unknown): boolean =>
  isOutdated(error) || (error instanceof DatabaseError && RETRIABLE.has(error.code ?? ''));

/**
 * The last words of a session (appendix A): ended by an operator, a crash or a restart (57P01, 57P02), for a silence of
 * ours (57P05, and 25P03 inside a transaction), or lost by a pooler (class 08); and what the system says of a hung-up one.
 */
const LAST_WORDS = /^(57P01|57P02|57P05|25P03|08[0-9A-Z]{3}|ECONNRESET|EPIPE)$/;
/** What the driver says without any code. */
const GONE = new Set([
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Client has encountered a connection error and is not queryable',
]);

/**
 * Whether a connection has ended under somebody who was using it; one that never stood is another matter. Without a
 * COMMIT nothing happened, and what became of a COMMIT without an answer is known before its error is told (or it is a
 * `CommitInDoubt`): the same unit may be decided again, on another connection.
 */
export const hasLostItsConnection = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && LAST_WORDS.test(String(error.code))) || GONE.has(error.message));
