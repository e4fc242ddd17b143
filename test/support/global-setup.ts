import { runSource, spawnSource } from './source-process.ts';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Once per run: the built program for tests that start it as its users do, one PostgreSQL server with the template
 * database, and a home for the services of each worker; the workers find them by the environment. All of it in
 * processes of their own, because Jest runs this file outside its module system, where our imports lead nowhere.
 */
export default async function globalSetup({ maxWorkers }: { maxWorkers: number }): Promise<void> {
  const [started, houses] = await Promise.all([
    runSource('./embedded-cluster.main.ts', ['start', `${process.pid}`]),
    Promise.all(Array.from({ length: maxWorkers }, openHouse)),
    promisify(execFile)(process.execPath, ['scripts/build.mjs'], { env: { ...process.env, NODE_OPTIONS: '' } }),
  ]);
  process.env.ICHIDO_TEST_COMPILED = await mkdtemp(join(tmpdir(), 'ichido-compiled-'));
  const { dataDir, adminUrl } = JSON.parse(started) as { dataDir: string; adminUrl: string };
  process.env.ICHIDO_TEST_DATA_DIR = dataDir;
  process.env.ICHIDO_TEST_ADMIN_URL = adminUrl;
  process.env.ICHIDO_TEST_HOUSES = houses.join(' ');
}

/** It ends when this process lets go of its standard input, however this process ends. */
async function openHouse(): Promise<string> {
  const house = spawnSource('./house.main.ts', [], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(house, 'exit').then(() => Promise.reject(new Error('the home of the services did not open')));
  const [said] = (await Promise.race([once(house.stdout!, 'data'), ended])) as [Buffer];
  ended.catch(() => undefined);
  // The run ends although it is open.
  for (const part of [house, house.stdin, house.stdout] as unknown as Pick<Socket, 'unref'>[]) part.unref();
  return said.toString().trim();
}
