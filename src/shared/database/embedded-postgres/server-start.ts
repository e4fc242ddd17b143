import { EmbeddedPostgresError } from './embedded-postgres.error.js';
import { freePort } from './free-port.js';
import { runInOwnSession } from './own-session.js';
import { runningPostmaster } from './postmaster-process.js';
import type { ServerAccount } from './server-account.js';
import { beginLog, lastWords, logSince, serverLog } from './server-log.js';

/** 60 s: recovery after a kill replays at most a few minutes of writing; a first start takes a fraction of a second. */
const START_LIMIT_S = 60;

/** Everything pg_ctl needs to know about one cluster. */
export interface ServerFiles {
  readonly cluster: string;
  readonly pgCtl: string;
  readonly account?: ServerAccount;
}

/**
 * Starts the server and returns when it takes connections: `started`, or `taken` when another start of this cluster or
 * the last processes of a killed server are in the way and it is worth looking again.
 */
export async function startServer(files: ServerFiles, settings: Record<string, string>): Promise<'started' | 'taken'> {
  const { cluster, pgCtl, account } = files;
  const log = serverLog(cluster);
  const begin = await beginLog(cluster);
  const all = { ...ALWAYS, ...settings, port: `${await freePort(cluster)}` };
  const { code, output } = await runInOwnSession(
    pgCtl,
    ['start', '-w', '-t', `${START_LIMIT_S}`, '-D', cluster, '-l', log, '-o', optionsOf(all)],
    account,
  );
  if (code === 0) return 'started';
  if (IN_THE_WAY.test(await logSince(cluster, begin)) || (await runningPostmaster(cluster))) return 'taken';
  const words = (await lastWords(cluster, begin)) || output.trim();
  throw new EmbeddedPostgresError(`The local PostgreSQL did not start: ${words} (log: ${log}).`);
}

/** Only this machine can connect, and only by password; no socket file, whose path may be at most 107 bytes long. */
const ALWAYS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** Another server has the lock file; children of a killed server hold its memory; the port was taken after we looked. */
const IN_THE_WAY = /lock file .* already exists|pre-existing shared memory block|could not create any TCP/;

/** pg_ctl hands the options to a shell. */
const optionsOf = (settings: Record<string, string>): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c '${`${name}=${value}`.replaceAll("'", String.raw`'\''`)}'`)
    .join(' ');
