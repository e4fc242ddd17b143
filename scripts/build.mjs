/**
 * Compiles src/ to dist/ with swc, one file at a time and each by rename, so that a service started from the same
 * checkout never reads a half-written file. Types are checked by `npm run typecheck`, not here.
 */
import { transformFile } from '@swc/core';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const listed = await readdir('src', { recursive: true, withFileTypes: true });
const sources = listed
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))
  .filter((path) => !path.endsWith('.spec.ts') && !path.endsWith('.d.ts'));

const replaceFile = async (path, content) => {
  await mkdir(dirname(path), { recursive: true });
  const current = await readFile(path).catch(() => undefined);
  if (current?.equals(Buffer.from(content))) return;
  const draft = `${path}.${process.pid}.tmp`;
  await writeFile(draft, content);
  await rename(draft, path);
};

const written = new Set();
await Promise.all(
  sources.map(async (source) => {
    const target = join('dist', source.slice('src/'.length)).replace(/\.ts$/, '.js');
    if (source.endsWith('.ts')) {
      const { code, map } = await transformFile(source, { sourceMaps: true });
      await replaceFile(target, `${code}//# sourceMappingURL=${target.split('/').pop()}.map\n`);
      await replaceFile(`${target}.map`, map);
      written.add(`${target}.map`);
    } else {
      await replaceFile(target, await readFile(source));
    }
    written.add(target);
  }),
);

const built = await readdir('dist', { recursive: true, withFileTypes: true });
await Promise.all(
  built
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !written.has(path) && !path.endsWith('.tmp'))
    .map((path) => rm(path, { force: true })),
);
