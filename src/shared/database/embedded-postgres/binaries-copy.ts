import { chmod, readFile, readdir, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { ELSEWHERE, EmbeddedPostgresError } from './embedded-postgres.error.js';
import { runInOwnSession } from './own-session.js';

/**
 * Copies a PostgreSQL installation to where everyone may read and run it. Complete or absent: it is filled under
 * another name and renamed. The system's own `cp` and `chmod` do the thousand files in a tenth of a second.
 */
export async function copyBinaries(from: string, to: string): Promise<void> {
  const draft = `${to}.new-${process.pid}`;
  await rm(draft, { recursive: true, force: true });
  await mustRun('cp', ['-RP', from, draft]);
  await linkLibraries(draft);
  for (const program of await readdir(join(draft, 'bin'))) await chmod(join(draft, 'bin', program), 0o755);
  await mustRun('chmod', ['-R', 'a+rX', draft]);
  await rm(to, { recursive: true, force: true });
  await rename(draft, to);
}

async function mustRun(program: string, args: readonly string[]): Promise<void> {
  const { code, output } = await runInOwnSession(program, args);
  if (code === 0) return;
  throw new EmbeddedPostgresError(
    `PostgreSQL could not be copied (${output.trim().split('\n')[0]}): mend that ${ELSEWHERE}.`,
  );
}

/** npm packages carry no links: the package lists its own and makes them in a script that npm may not have run. */
async function linkLibraries(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(native, relative('native', target));
    await symlink(relative(dirname(target), source), link).catch(ignoreExisting);
  }
}

const ignoreExisting = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'EEXIST') throw error;
};
