import { EmbeddedPostgresError } from './embedded-postgres.error.js';
import { runInOwnSession } from './own-session.js';
import { runningPostmaster } from './postmaster-process.js';
import { lastWords } from './server-log.js';
import type { ServerFiles } from './server-start.js';

/** fast: ends connections and writes everything down. immediate: as if the power went; the next start recovers. */
export type StopMode = 'fast' | 'immediate';

/** 20 s for the last checkpoint; a server that needs longer is stopped at once, which loses nothing committed. */
const FAST_LIMIT_S = 20;
const IMMEDIATE_LIMIT_S = 10;

/** Stops the server of the cluster, if one runs, and returns when it has ended. */
export async function stopServer(files: ServerFiles, mode: StopMode): Promise<void> {
  if (!(await runningPostmaster(files.cluster))) return;
  if (mode === 'fast' && (await pgCtlStop(files, 'fast', FAST_LIMIT_S))) return;
  if (await pgCtlStop(files, 'immediate', IMMEDIATE_LIMIT_S)) return;
  if (!(await runningPostmaster(files.cluster))) return;
  throw new EmbeddedPostgresError(`The local PostgreSQL did not stop: ${await lastWords(files.cluster)}.`);
}

const pgCtlStop = async (files: ServerFiles, mode: StopMode, seconds: number): Promise<boolean> =>
  (
    await runInOwnSession(
      files.pgCtl,
      ['stop', '-w', '-t', `${seconds}`, '-m', mode, '-D', files.cluster],
      files.account,
    )
  ).code === 0;
