import { runSource } from './source-process.ts';

/**
 * Once per run: one PostgreSQL server with the template database; the workers find it by the environment. In a process
 * of its own, because Jest runs this file outside its module system, where our imports lead nowhere.
 */
export default async function globalSetup(): Promise<void> {
  const started = await runSource('./embedded-cluster.main.ts', ['start', `${process.pid}`]);
  const { dataDir, adminUrl } = JSON.parse(started) as { dataDir: string; adminUrl: string };
  process.env.ICHIDO_TEST_DATA_DIR = dataDir;
  process.env.ICHIDO_TEST_ADMIN_URL = adminUrl;
}
