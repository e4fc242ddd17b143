import { createHash } from 'node:crypto';
import type { Params } from '../wire/params.js';

/** What must be equal for two requests with one key to be the same request: the endpoint and every parameter. */
export const fingerprintOf = (path: string, params: Params): string =>
  createHash('sha256').update(`${path}\n${params.canonical()}`).digest('base64url');
