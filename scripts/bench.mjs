/**
 * `npm run bench`: builds the service, installs what the measurements need (bench/package-lock.json) when it is not there
 * yet, or not of this version, and runs them with the arguments given. Arguments that say nothing are refused before all
 * that, with exit code 2. Whatever npm says goes to stderr, stdout belongs to the figures.
 */
import { readOptions } from '../bench/options.ts';
import { named } from '../bench/plan/measurements.ts';
import { UsageError } from '../bench/usage-error.ts';
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';

try {
  named(readOptions(process.argv.slice(2)).only);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(2);
}

await import('./build.mjs');

const readPackages = async (file) => JSON.parse(await readFile(file, 'utf8').catch(() => '{"packages":{}}')).packages;

const wanted = await readPackages('bench/package-lock.json');
// npm notes here what is installed; packages for other platforms are wanted and not there.
const installed = await readPackages('bench/node_modules/.package-lock.json');
const isInstalled =
  Object.keys(wanted[''].dependencies).every((name) => installed[`node_modules/${name}`]) &&
  Object.entries(installed).every(([path, { version }]) => wanted[path]?.version === version);

if (!isInstalled) {
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const [command, ...args] = [...npm, 'ci', '--prefix', 'bench', '--no-audit', '--no-fund'];
  const { status } = spawnSync(command, args, { stdio: ['ignore', process.stderr.fd, 'inherit'] });
  if (status !== 0) process.exit(1);
}

await import('../bench/bench.main.ts');
