/**
 * Lets a plain Node process (`node --import` of this file) run this project's TypeScript as it stands, without a build
 * that could be stale. Compiled by the settings of the build, decorators and their metadata included.
 */
import { transformSync } from '@swc/core';
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

const project = new URL('../../', import.meta.url);

registerHooks({
  resolve(specifier, context, next) {
    const url = sourceOf(specifier, context.parentURL);
    return url ? { url, shortCircuit: true } : next(specifier, context);
  },
  load(url, context, next) {
    if (!url.startsWith(project.href) || !url.endsWith('.ts')) return next(url, context);
    const filename = fileURLToPath(url);
    const { code } = transformSync(readFileSync(filename, 'utf8'), { filename, sourceMaps: 'inline' });
    return { format: 'module', source: code, shortCircuit: true };
  },
});

/** The .ts file behind a `.js` that one of our own files imports. */
function sourceOf(specifier: string, importer = ''): string | undefined {
  if (!importer.endsWith('.ts') || !specifier.endsWith('.js')) return undefined;
  const source = specifier.replace(/\.js$/, '.ts');
  if (/^#(audit|modules|shared)\//.test(source)) return new URL(`src/${source.slice(1)}`, project).href;
  return /^\.{1,2}\//.test(source) ? new URL(source, importer).href : undefined;
}
