import { CannotStart } from './cannot-start.error.js';

/** What Node tells about a connection that could not be made. */
const UNREACHABLE = new Set(
  'ECONNREFUSED ECONNRESET ENOTFOUND EAI_AGAIN ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOENT'.split(' '),
);

/** SQLSTATE classes 08 (connection), 28 (who we are), 3D (no such database), 53 (no room), 57P (going up or down). */
const REFUSED = /^(08...|28...|3D...|53...|57P..)$/;

interface Details {
  readonly code?: string;
  readonly syscall?: string;
  readonly address?: string;
  readonly hostname?: string;
  readonly port?: number;
  readonly path?: string;
}

/** What a file system says to a folder that we may not, or cannot, write to. */
const UNWRITABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG']);

/**
 * The line to print when a start failed, never with a secret in it. Undefined for an error that the person who starts
 * us cannot mend: a defect, which is better shown whole.
 */
export function startFailure(error: unknown): string | undefined {
  if (error instanceof CannotStart) return oneLine(error.message);
  const details = detailsOf(error);
  const { code = '', syscall } = details;
  if (syscall === 'listen' || syscall === 'bind')
    return `Cannot listen on ${place(details)} (${code}): ${remedy(code)}.`;
  if (details.path && UNWRITABLE.has(code)) {
    return `Cannot use ${details.path} (${code}): make it writable or set DATA_DIR to another folder.`;
  }
  if (syscall === 'connect' || syscall === 'getaddrinfo' || syscall === 'read') {
    if (UNREACHABLE.has(code))
      return `Cannot reach the database at ${place(details)} (${code}): start it or correct DATABASE_URL.`;
  }
  if (error instanceof Error && REFUSED.test(code))
    return `The database refuses (${oneLine(error.message)}): correct DATABASE_URL or mend the database.`;
  if (error instanceof Error && CONNECTION_LOST.test(error.message))
    return `The database does not answer (${oneLine(error.message)}): start it or correct DATABASE_URL.`;
  return undefined;
}

/** What pg says without a code: when its patience ends, and when the other side hangs up or speaks something else. */
const CONNECTION_LOST = /^(timeout expired|connection terminated|the server does not support SSL)/i;

/** The error itself, what it wraps, or the first of several: one name can have many addresses and each fails. */
function detailsOf(error: unknown): Details {
  if (error instanceof AggregateError && error.errors.length > 0) return detailsOf(error.errors[0]);
  const { code, cause, ...more } = (error ?? {}) as Details & { cause?: unknown };
  if (code === undefined && cause !== undefined) return detailsOf(cause);
  return { code, ...more };
}

const remedy = (code: string): string =>
  ({
    EADDRINUSE: 'stop what listens there or choose another PORT',
    EACCES: 'choose a PORT from 1024 up',
  })[code] ?? 'correct HOST';

const place = ({ address, hostname, port }: Details): string =>
  [address ?? hostname, port].filter((part) => part !== undefined).join(':') || 'its address';

const oneLine = (text: string): string => text.trim().split('\n').join(' ');
