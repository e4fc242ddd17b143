import { readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the server writes; an earlier, long one is beside it with the ending `.previous`. */
export const serverLog = (cluster: string): string => join(cluster, 'server.log');

/** 1 MiB: months of ordinary starts and stops. */
const LONG_LOG_BYTES = 1_048_576;

/** Makes room before a start and returns where in the log the new start will begin to write. */
export async function beginLog(cluster: string): Promise<number> {
  const log = serverLog(cluster);
  const size = (await stat(log).catch(() => undefined))?.size ?? 0;
  if (size < LONG_LOG_BYTES) return size;
  await rename(log, `${log}.previous`).catch(() => undefined);
  return 0;
}

/** What the server wrote since. */
export async function logSince(cluster: string, start: number): Promise<string> {
  const text = await readFile(serverLog(cluster)).catch(() => Buffer.alloc(0));
  return text.subarray(start).toString().trim();
}

/** The last lines of the server's log as part of one sentence; empty when it said nothing. */
export const lastWords = async (cluster: string, start = 0): Promise<string> =>
  // Four lines hold a FATAL with its DETAIL and HINT.
  (await logSince(cluster, start)).split('\n').slice(-4).join(' | ');
