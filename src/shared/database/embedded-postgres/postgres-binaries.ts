import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { copyBinaries } from './binaries-copy.js';
import { ELSEWHERE, EmbeddedPostgresError } from './embedded-postgres.error.js';
import { runInOwnSession } from './own-session.js';
import type { ServerAccount } from './server-account.js';

/** Absolute paths of the programs of one PostgreSQL installation. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly pgCtl: string;
}

/**
 * The programs that the npm package brought, or, where they do not run as the server's account (node_modules under a
 * 0700 home, an install without scripts), a mended copy in `home`, a directory that the account can enter.
 */
export async function usableBinaries(
  home: string,
  account?: ServerAccount,
  chosen?: string,
): Promise<PostgresBinaries> {
  const installed = chosen ? { directory: chosen, version: 'chosen' } : await installedBinaries();
  if ((await tryOut(installed.directory, account)).code === 0) return programsIn(installed.directory);
  const copy = join(home, `native-${installed.version}`);
  if ((await tryOut(copy, account)).code !== 0) await copyBinaries(installed.directory, copy);
  const { code, output } = await tryOut(copy, account);
  if (code === 0) return programsIn(copy);
  throw new EmbeddedPostgresError(
    `The PostgreSQL that npm installed does not run here (${output.trim().split('\n')[0]}): run "npm rebuild" ${ELSEWHERE}.`,
  );
}

const programsIn = (directory: string): PostgresBinaries => ({
  initdb: join(directory, 'bin', 'initdb'),
  pgCtl: join(directory, 'bin', 'pg_ctl'),
});

const tryOut = (directory: string, account?: ServerAccount) =>
  runInOwnSession(join(directory, 'bin', 'postgres'), ['--version'], account);

/** The package of this platform, looked up from `embedded-postgres`, whose dependency it is. */
export async function installedBinaries(): Promise<{ directory: string; version: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const launcher = createRequire(import.meta.url).resolve('embedded-postgres');
    const root = dirname(dirname(createRequire(launcher).resolve(name)));
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    return { directory: join(root, 'native'), version };
  } catch {
    throw new EmbeddedPostgresError(`npm installed no ${name}: run "npm ci" without --omit=optional ${ELSEWHERE}.`);
  }
}
