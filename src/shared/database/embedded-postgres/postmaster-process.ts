import { readFileSync, rmSync, statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from './process-life.js';
import { runInOwnSession } from './own-session.js';

/** The first lines of postmaster.pid, in which a server says who and where it is. */
export interface PostmasterRecord {
  readonly pid: number;
  /** Undefined while the server has only just begun to write the file. */
  readonly port?: number;
}

const fileOf = (cluster: string): string => join(cluster, 'postmaster.pid');

/** What the cluster's postmaster.pid says, true or not; undefined when there is none. */
export async function postmasterRecord(cluster: string): Promise<PostmasterRecord | undefined> {
  const text = await readFile(fileOf(cluster), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : parse(text);
}

/** The record, if the process it names is this cluster's server. */
export async function runningPostmaster(cluster: string): Promise<PostmasterRecord | undefined> {
  const record = await postmasterRecord(cluster);
  return record && (await isPostmasterOf(cluster, record.pid)) ? record : undefined;
}

/**
 * Whether that process is the server of that cluster. A pid alone proves nothing: after a crash it may belong to any
 * other program, and to a zombie that no one has buried, whose command line is empty. A server whose directory is gone
 * is ours, too: the checkout, with its postmaster.pid in it, was moved while the server ran.
 */
async function isPostmasterOf(cluster: string, pid: number): Promise<boolean> {
  if (pid === 0) return false;
  const [, directory] = /postgres -D (.+?) -c /.exec(await commandLineOf(pid)) ?? [];
  return directory !== undefined && (directory === cluster || (await isGone(directory)));
}

const isGone = (path: string): Promise<boolean> =>
  stat(path).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
  );

/** Linux tells everyone in /proc, also where `ps` is not installed; macOS has no /proc and always has `ps`. */
async function commandLineOf(pid: number): Promise<string> {
  if (process.platform !== 'linux')
    return (await runInOwnSession('ps', ['-ww', '-o', 'args=', '-p', `${pid}`])).output.trim();
  const raw = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return raw.replaceAll('\0', ' ').trim();
}

/** 2 s: far longer than a server needs between creating the file and writing its name into it. */
const TIME_TO_SIGN_MS = 2_000;

/**
 * Removes a postmaster.pid that names no server of this cluster where PostgreSQL itself would stumble over it: another
 * process has the pid, or the file was cut short. The file of a dead process is left to PostgreSQL, which also asks the
 * shared memory it names. Read and removed in one breath, so that a server started meanwhile keeps its file.
 */
export function removeMisleadingRecord(cluster: string, record: PostmasterRecord): void {
  if (record.pid !== 0 && !isAlive(record.pid)) return;
  const file = fileOf(cluster);
  const written = statSync(file, { throwIfNoEntry: false });
  if (!written || (record.pid === 0 && Date.now() - written.mtimeMs < TIME_TO_SIGN_MS)) return;
  if (parse(readFileSync(file, 'utf8')).pid === record.pid) rmSync(file, { force: true });
}

function parse(text: string): PostmasterRecord {
  const [pid, , , port] = text.split('\n').map(Number);
  // A file cut short names process 0, which is nobody's server.
  return { pid: pid || 0, port: port || undefined };
}
