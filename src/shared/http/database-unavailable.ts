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

/**
 * PostgreSQL's own words (appendix A): starting up, its disk or memory full, all connections taken, and a statement that
 * has waited for too long (57014), or for a row that somebody holds (55P03).
 */
const SQLSTATES = new Set(['55P03', '57014', '57P03', '53100', '53200', '53300']);

/** What the operating system says when the server cannot be reached. */
const SYSTEM_CODES = new Set(['ECONNREFUSED', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN']);

/** What pg and pg-pool throw without any code; whole messages, so that no other error is taken for one of these. */
const DRIVER_MESSAGES = new Set([
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Connection terminated due to connection timeout',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end on the pool',
]);

/** Wrappers around wrappers end somewhere; a cycle must not keep us. */
const MAX_WRAPPERS = 5;

/**
 * Whether an error says that the database could not be reached or would not take us, however it is wrapped (TypeORM's
 * `driverError`, `cause`, the `AggregateError` of a host with several addresses). Anything about a statement is not.
 */
export function isDatabaseUnavailable(error: unknown, wrappers = MAX_WRAPPERS): boolean {
  if (!(error instanceof Error) || wrappers === 0) return false;
  if (hasLostItsConnection(error)) return true;
  if ('code' in error && typeof error.code === 'string' && isConnectionCode(error.code)) return true;
  if (DRIVER_MESSAGES.has(error.message)) return true;
  const inside = [error.cause, 'driverError' in error && error.driverError];
  if (error instanceof AggregateError) inside.push(...error.errors);
  return inside.some((inner) => isDatabaseUnavailable(inner, wrappers - 1));
}

const isConnectionCode = (code: string): boolean => SQLSTATES.has(code) || SYSTEM_CODES.has(code);
