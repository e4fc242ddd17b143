import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

/**
 * A port on 127.0.0.1 that is free now: the cluster's last one if possible, so that connections made before a crash
 * find the server again, else one that the system picks, so that any number of checkouts run side by side.
 */
export async function freePort(cluster: string): Promise<number> {
  const last = await lastPort(cluster);
  return (last && (await listenOnce(last))) || (await listenOnce(0)) || 0;
}

/** The server keeps the options of its last start in a file. */
async function lastPort(cluster: string): Promise<number | undefined> {
  const options = await readFile(join(cluster, 'postmaster.opts'), 'utf8').catch(() => '');
  return Number(/"port=(\d+)"/.exec(options)?.[1]) || undefined;
}

const listenOnce = (port: number): Promise<number | undefined> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(undefined));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : undefined));
    });
  });
