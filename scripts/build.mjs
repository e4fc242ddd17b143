/**
 * Compiles src/ and migrations/ to dist/ with swc, one file at a time and each by rename, so that a service started from the same
 * checkout never reads a half-written file; the operator's page is bundled. Types are checked by `npm run typecheck`, not here.
 */
import { bundlePage, PAGE } from './bundle-page.mjs';
import { transformFile } from '@swc/core';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

const filesOf = async (folder) => {
  const listed = await readdir(folder, { recursive: true, withFileTypes: true });
  return listed.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
};

const sources = [...(await filesOf('src')), ...(await filesOf('migrations'))].filter(
  (path) => !path.endsWith('.spec.ts') && !path.endsWith('.d.ts') && !path.startsWith(PAGE + sep),
);

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
    const target = join('dist', relative(source.startsWith('src') ? 'src' : '.', source)).replace(/\.ts$/, '.js');
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

for (const { name, content } of await bundlePage()) {
  const target = join('dist', relative('src', PAGE), name);
  await replaceFile(target, content);
  written.add(target);
}

const built = await filesOf('dist');
await Promise.all(
  built.filter((path) => !written.has(path) && !path.endsWith('.tmp')).map((path) => rm(path, { force: true })),
);
