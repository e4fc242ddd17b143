import { runSource } from './source-process.ts';
import { rm } from 'node:fs/promises';

/** Once per run, at its end: the server stops, and what it and the programs have left goes. */
export default async function globalTeardown(): Promise<void> {
  const compiled = process.env.ICHIDO_TEST_COMPILED;
  if (compiled) await rm(compiled, { recursive: true, force: true });
  const dataDir = process.env.ICHIDO_TEST_DATA_DIR;
  if (dataDir) await runSource('./embedded-cluster.main.ts', ['remove', dataDir]);
}
