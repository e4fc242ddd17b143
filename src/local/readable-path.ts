import { relative } from 'node:path';

/** A path as a person at this prompt would write it: relative below the working directory, else absolute. */
export function readablePath(path: string): string {
  const below = relative(process.cwd(), path);
  return below.startsWith('..') ? path : below;
}
