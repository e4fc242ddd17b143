import { access, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Written into a cluster before it gets its place: the proof that initdb ended, and the only key to the server. */
export const PASSWORD_FILE = 'ichido.password';

const has = (directory: string, file: string): Promise<boolean> =>
  access(join(directory, file)).then(
    () => true,
    () => false,
  );

/** Whether initdb came to its end here. */
export const isFinishedCluster = (cluster: string): Promise<boolean> => has(cluster, PASSWORD_FILE);

/** The password of the cluster's only user; 32 hex digits, so it needs no escaping in a URL. */
export const clusterPassword = async (cluster: string): Promise<string> =>
  (await readFile(join(cluster, PASSWORD_FILE), 'utf8')).trim();

/**
 * Makes room where a cluster was begun and never finished. Without a control file no server can read it, so it is
 * removed; with one it may be somebody's data, so it is kept under another name. Moved first and judged afterwards: what
 * another start finished in between goes back to its place.
 */
export async function clearUnfinishedCluster(cluster: string): Promise<void> {
  const aside = `${cluster}.unfinished-${Date.now()}-${process.pid}`;
  try {
    await rename(cluster, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if (await isFinishedCluster(aside)) await rename(aside, cluster);
  else if (!(await has(aside, join('global', 'pg_control')))) await rm(aside, { recursive: true, force: true });
}
