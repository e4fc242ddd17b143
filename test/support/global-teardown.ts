import { runSource } from './source-process.ts';

/** Once per run, at its end: the server stops and its directory goes. */
export default async function globalTeardown(): Promise<void> {
  const dataDir = process.env.ICHIDO_TEST_DATA_DIR;
  if (dataDir) await runSource('./embedded-cluster.main.ts', ['remove', dataDir]);
}
