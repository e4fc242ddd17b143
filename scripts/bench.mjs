/**
 * `npm run bench`: installs what the measurements need (bench/package-lock.json) when it is not there yet, or not of this
 * version, and runs them with the arguments given. Whatever npm says goes to stderr, stdout belongs to the figures.
 */
import { spawnSync } from 'node:child_process';
import { stat } from 'node:fs/promises';

const changedAt = async (file) => (await stat(file).catch(() => undefined))?.mtimeMs ?? 0;

// npm writes the second one as the last thing of an installation.
const isInstalled =
  (await changedAt('bench/node_modules/.package-lock.json')) >= (await changedAt('bench/package-lock.json'));

if (!isInstalled) {
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const [command, ...args] = [...npm, 'ci', '--prefix', 'bench', '--no-audit', '--no-fund'];
  const { status } = spawnSync(command, args, { stdio: ['ignore', process.stderr.fd, 'inherit'] });
  if (status !== 0) process.exit(1);
}

await import('../bench/bench.main.ts');
