import { randomBytes } from 'node:crypto';
import { chown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClusterHome } from './cluster-home.js';
import { ELSEWHERE, EmbeddedPostgresError } from './embedded-postgres.error.js';
import { PASSWORD_FILE, clearUnfinishedCluster, isFinishedCluster } from './finished-cluster.js';
import { runInOwnSession } from './own-session.js';
import { isAlive } from './process-life.js';
import type { ServerAccount } from './server-account.js';

/** The cluster's only user and the database that the service lives in. */
export const CLUSTER_USER = 'ichido';

/** The name carries the process that fills it, so that a later start knows whether anyone still does. */
const STAGING = /^postgres\.new-(\d+)-/;
const ownStaging = new Set<string>();

/**
 * Makes the cluster unless it is there. It grows under another name and takes its place by one rename, so a start that
 * is killed at any point leaves either no cluster or a whole one, and of two starts at once one wins.
 */
export async function ensureCluster(
  home: ClusterHome,
  initdb: string,
  options: { readonly account?: ServerAccount; readonly sync: boolean },
): Promise<void> {
  if (await isFinishedCluster(home.cluster)) return;
  await removeAbandonedStaging(home.directory);
  const name = `postgres.new-${process.pid}-${randomBytes(4).toString('hex')}`;
  ownStaging.add(name);
  const staging = join(home.directory, name);
  const draft = join(staging, 'cluster');
  try {
    await mkdir(staging, { mode: 0o700 });
    if (options.account) await chown(staging, options.account.uid, options.account.gid);
    const password = await passwordFile(staging, options.account);
    await runInitdb(initdb, draft, password, options);
    await rename(password, join(draft, PASSWORD_FILE));
    await takePlace(draft, home.cluster);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** By one rename, which fails where anything is: another start's cluster, which is as good, or an unfinished one. */
async function takePlace(draft: string, cluster: string): Promise<void> {
  try {
    await rename(draft, cluster);
  } catch {
    if (await isFinishedCluster(cluster)) return;
    await clearUnfinishedCluster(cluster);
    await rename(draft, cluster);
  }
}

async function passwordFile(staging: string, account?: ServerAccount): Promise<string> {
  const file = join(staging, PASSWORD_FILE);
  // 128 random bits: nothing on this machine guesses it; `flush` because the cluster is lost without it.
  await writeFile(file, `${randomBytes(16).toString('hex')}\n`, { mode: 0o600, flush: true });
  if (account) await chown(file, account.uid, account.gid);
  return file;
}

async function runInitdb(
  initdb: string,
  draft: string,
  pwfile: string,
  { account, sync }: { readonly account?: ServerAccount; readonly sync: boolean },
): Promise<void> {
  const { code, output } = await runInOwnSession(
    initdb,
    [
      `--pgdata=${draft}`,
      `--username=${CLUSTER_USER}`,
      `--pwfile=${pwfile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--no-instructions',
      ...(sync ? [] : ['--no-sync']),
    ],
    account,
  );
  if (code === 0) return;
  const lastWords = output.trim().split('\n').slice(-3).join(' | ');
  throw new EmbeddedPostgresError(`PostgreSQL could not make a new cluster (${lastWords}): mend that ${ELSEWHERE}.`);
}

/** What starts left that were killed while initdb ran; a start that is alive keeps its own. */
async function removeAbandonedStaging(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const pid = Number(STAGING.exec(name)?.[1]);
    if (!pid || ownStaging.has(name) || (pid !== process.pid && isAlive(pid))) continue;
    // Its initdb may still be writing for a moment; then the rest goes at the next start.
    await rm(join(directory, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  }
}
