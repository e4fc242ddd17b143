import { stat } from 'node:fs/promises';
import { ELSEWHERE, EmbeddedPostgresError } from './embedded-postgres.error.js';
import { runInOwnSession } from './own-session.js';

/** The user that the server runs as when it is not the user who started us. */
export interface ServerAccount {
  readonly uid: number;
  readonly gid: number;
}

/** Debian and Red Hat call it postgres, macOS _postgres. */
const USUAL_NAMES = ['postgres', '_postgres'];

/** shadow-utils, then BusyBox, then Debian's adduser: the first that works on this system makes the user. */
const WAYS_TO_CREATE: readonly (readonly [string, ...string[]])[] = [
  ['useradd', '--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'],
  ['useradd', '--system', '--gid', 'postgres', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'],
  ['adduser', '-S', '-D', '-H', 'postgres'],
  ['adduser', '--system', '--group', '--no-create-home', 'postgres'],
];

/**
 * PostgreSQL refuses to run as root, so as root it runs as the owner of its cluster, or else as the system's postgres
 * user, which is created when missing. Undefined: we are an ordinary user and so is the server.
 */
export async function serverAccount(cluster: string): Promise<ServerAccount | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(cluster).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return (await usualAccount()) ?? createAccount();
}

async function usualAccount(): Promise<ServerAccount | undefined> {
  for (const name of USUAL_NAMES) {
    const [uid, gid] = await Promise.all([idOf('-u', name), idOf('-g', name)]);
    if (uid && gid) return { uid, gid };
  }
  return undefined;
}

async function idOf(which: '-u' | '-g', name: string): Promise<number | undefined> {
  const { code, output } = await runInOwnSession('id', [which, name]);
  return code === 0 ? Number.parseInt(output, 10) : undefined;
}

async function createAccount(): Promise<ServerAccount> {
  for (const [program, ...args] of WAYS_TO_CREATE) {
    await runInOwnSession(program, args);
    const created = await usualAccount();
    if (created) return created;
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL does not run as root and no user "postgres" could be created: start as an ordinary user ${ELSEWHERE}.`,
  );
}
