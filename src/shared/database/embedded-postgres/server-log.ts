import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What the running server writes; the run before is beside it with the ending `.previous`. */
export const serverLog = (cluster: string): string => join(cluster, 'server.log');

/** The last lines of the server's log as part of one sentence; empty when it said nothing. */
export async function lastWords(cluster: string): Promise<string> {
  const text = await readFile(serverLog(cluster), 'utf8').catch(() => '');
  // Four lines hold a FATAL with its DETAIL and HINT.
  return text.trim().split('\n').slice(-4).join(' | ');
}
