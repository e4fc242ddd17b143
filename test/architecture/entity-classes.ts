import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { getMetadataArgsStorage } from 'typeorm';

/** Every entity class of the source tree, whichever module declares it. */
export async function entityClasses(): Promise<Function[]> {
  const files = (await readdir('src', { recursive: true })).filter((file) => file.endsWith('.entity.ts'));
  await Promise.all(files.map((file) => import(resolve(join('src', file)))));
  return getMetadataArgsStorage().tables.flatMap(({ target }) => (typeof target === 'function' ? [target] : []));
}
