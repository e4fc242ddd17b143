import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readlink, realpath, stat, symlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { ELSEWHERE, EmbeddedPostgresError } from './embedded-postgres.error.js';
import { clearUnfinishedCluster, isFinishedCluster } from './finished-cluster.js';
import { runInOwnSession } from './own-session.js';
import type { ServerAccount } from './server-account.js';

/** Where the server's files are, with every link resolved. */
export interface ClusterHome {
  /** A directory that the server's account can enter; holds the cluster and, if need be, the binaries. */
  readonly directory: string;
  /** PostgreSQL's data directory. */
  readonly cluster: string;
}

/** Owned by root and kept over a restart of the machine, unlike a temporary directory. */
const OUTSIDE = '/var/lib/ichido';

/**
 * `DATA_DIR/postgres`. Where root works in a folder that the server's account cannot enter (a checkout under a 0700
 * home), nobody's permissions are loosened: the cluster lives in a directory of its own under /var/lib/ichido and
 * `DATA_DIR/postgres` is a link to it. The name is random and known to the link alone, so a deleted and re-made
 * DATA_DIR is empty, as one expects.
 */
export async function clusterHome(dataDir: string, account?: ServerAccount): Promise<ClusterHome> {
  await mkdir(dataDir, { recursive: true });
  const entry = join(dataDir, 'postgres');
  const link = await readlink(entry).catch(() => undefined);
  if (link !== undefined) return linkedHome(resolve(dataDir, link), account);

  if (!account || (await canEnter(account, dataDir))) {
    await refuseForeign(entry, account);
    const directory = await realpath(dataDir);
    return { directory, cluster: join(directory, 'postgres') };
  }
  if (await isFinishedCluster(entry)) {
    throw new EmbeddedPostgresError(
      `${entry} was made where the server's user could enter and now it cannot: move the folder back or set DATA_DIR.`,
    );
  }
  await clearUnfinishedCluster(entry);
  const target = join(OUTSIDE, randomBytes(8).toString('hex'), 'postgres');
  // The link comes first: killed in between, the next start finds it and fills the same place.
  await symlink(target, entry).catch(ignoreOtherStart);
  return linkedHome(await readlink(entry), account);
}

async function linkedHome(target: string, account?: ServerAccount): Promise<ClusterHome> {
  const wanted = dirname(target);
  // Only what is created here is opened or given away; what was there keeps its owner and its mode.
  const created = await mkdir(dirname(wanted), { recursive: true });
  if (created && account) await chmod(dirname(wanted), 0o755);
  if ((await mkdir(wanted, { recursive: true, mode: 0o700 })) && account) await chown(wanted, account.uid, account.gid);
  await refuseForeign(target, account);
  const directory = await realpath(wanted);
  return { directory, cluster: join(directory, basename(target)) };
}

async function canEnter(account: ServerAccount, directory: string): Promise<boolean> {
  const { code, output } = await runInOwnSession('/bin/sh', ['-c', 'cd -- "$0"', directory], account);
  if (code !== -1) return code === 0;
  throw new EmbeddedPostgresError(
    `PostgreSQL does not run as root, and root may not run it as user ${account.uid} here (${output}): start as an ordinary user ${ELSEWHERE}.`,
  );
}

/** A cluster belongs to the user who made it; PostgreSQL starts it for nobody else. */
async function refuseForeign(cluster: string, account?: ServerAccount): Promise<void> {
  const owner = await stat(cluster).catch(() => undefined);
  if (!account && owner && owner.uid !== process.getuid?.()) {
    throw new EmbeddedPostgresError(
      `${cluster} belongs to another user (id ${owner.uid}): start as that user or as root, or set DATA_DIR.`,
    );
  }
}

const ignoreOtherStart = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'EEXIST') throw error;
};
