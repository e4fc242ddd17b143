import { stat } from 'node:fs/promises';
import pg from 'pg';
import { CLUSTER_USER } from './cluster-creation.js';
import { clusterPassword } from './finished-cluster.js';
import type { PostmasterRecord } from './postmaster-process.js';

/** 3 s: a server on this machine answers in milliseconds, unless the machine is very busy. */
const CONNECT_LIMIT_MS = 3_000;

/** A URL for the cluster's owner; every database of the cluster is its own. */
export const urlOf = async (cluster: string, port: number, database: string): Promise<string> =>
  `postgres://${CLUSTER_USER}:${await clusterPassword(cluster)}@127.0.0.1:${port}/${database}`;

/** A connection to the maintenance database, which nobody drops. Its later loss is told by its queries alone. */
async function enter(cluster: string, port: number): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: await urlOf(cluster, port, 'postgres'),
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    application_name: 'ichido-embedded',
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/**
 * A connection to the cluster's server if that record leads to it, else undefined. The password is the cluster's own
 * and the server must work in this very directory: a copied checkout brings its password and its postmaster.pid along,
 * and must not get the original's database.
 */
export async function enterRunning(cluster: string, record: PostmasterRecord): Promise<pg.Client | undefined> {
  if (!record.port) return undefined;
  const client = await enter(cluster, record.port).catch(() => undefined);
  if (!client) return undefined;
  if (await worksIn(cluster, client).catch(() => false)) return client;
  await client.end().catch(() => undefined);
  return undefined;
}

async function worksIn(cluster: string, client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
  const theirs = await stat(rows[0]?.data_directory ?? '').catch(() => undefined);
  const ours = await stat(cluster);
  // A checkout that was moved under a running server took the directory along: the old path is gone.
  return !theirs || (theirs.ino === ours.ino && theirs.dev === ours.dev);
}
