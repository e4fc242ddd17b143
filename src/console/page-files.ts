import { readdir, readFile } from 'node:fs/promises';
import { extname } from 'node:path';

/** A file of the page as it is sent. */
export interface PageFile {
  readonly type: string;
  readonly content: Buffer;
}

/** Where the build puts the page, seen from the source of this file and from what is compiled of it. */
const BUILT = new URL('../../dist/console/page/', import.meta.url);

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** All files of the built page by their names, as they are now; empty when it was never built. */
export async function readPageFiles(): Promise<ReadonlyMap<string, PageFile>> {
  const names = await readdir(BUILT).catch(() => []);
  const known = names.filter((name) => extname(name) in TYPES);
  return new Map(
    await Promise.all(
      known.map(async (name): Promise<[string, PageFile]> => {
        return [name, { type: TYPES[extname(name)]!, content: await readFile(new URL(name, BUILT)) }];
      }),
    ),
  );
}
