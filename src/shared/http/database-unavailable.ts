/**
 * PostgreSQL's own words (appendix A): shut down, crashed, starting up, its disk or memory full, all connections taken,
 * a session it gave up because our process had stood still for too long, and a statement that has waited for too long
 * (57014), or for a row that somebody holds (55P03). Class 08 is added below.
 */
const SQLSTATES = new Set(['55P03', '57014', '57P01', '57P02', '57P03', '53100', '53200', '53300', '25P03', '57P05']);
const CONNECTION_EXCEPTION = /^08[0-9A-Z]{3}$/;

/** What the operating system says when the server cannot be reached or has hung up. */
const SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** What pg and pg-pool throw without any code; whole messages, so that no other error is taken for one of these. */
const DRIVER_MESSAGES = new Set([
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
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
  if ('code' in error && typeof error.code === 'string' && isConnectionCode(error.code)) return true;
  if (DRIVER_MESSAGES.has(error.message)) return true;
  const inside = [error.cause, 'driverError' in error && error.driverError];
  if (error instanceof AggregateError) inside.push(...error.errors);
  return inside.some((inner) => isDatabaseUnavailable(inner, wrappers - 1));
}

const isConnectionCode = (code: string): boolean =>
  SQLSTATES.has(code) || SYSTEM_CODES.has(code) || CONNECTION_EXCEPTION.test(code);
