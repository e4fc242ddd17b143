import { readFileSync } from 'node:fs';

/** Beside `src` and `dist` alike. */
const PACKAGE = new URL('../../../package.json', import.meta.url);

/** The version of the service that runs (package.json, semantic versioning). */
export const VERSION: string = (JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string }).version;
