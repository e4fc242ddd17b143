import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from './until.js';

/** A pooler before one database. */
export interface Pooler {
  /** The database by way of it. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * The program of a PgBouncer, when the tests are to be run behind one: `POOLER=/usr/sbin/pgbouncer npm run jest …`. No
 * run depends on it, because npm cannot bring it.
 */
const PROGRAM = process.env.POOLER;

/** Twice what one service opens, so that two of them share what they take turns at and nobody waits for ever. */
const SERVER_CONNECTIONS = 24;

/** A pooler in transaction mode, in which no client keeps its session from one transaction to the next; if one is wanted. */
export async function startPooler(databaseUrl: string): Promise<Pooler | undefined> {
  if (!PROGRAM) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'ichido-pooler-'));
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, settings(new URL(databaseUrl), port));
  const pooler = spawn(PROGRAM, [file], { stdio: ['ignore', 'ignore', 'ignore'] });
  const ended = once(pooler, 'exit');
  await until('the pooler listens', () => listens(port, pooler));
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    async close() {
      pooler.kill('SIGINT');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

const settings = ({ hostname, port, username, password }: URL, listenPort: number): string => `
[databases]
* = host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${SERVER_CONNECTIONS}
max_client_conn = 1000
ignore_startup_parameters = options,extra_float_digits
${process.getuid?.() === 0 ? 'user = nobody' : ''}
`;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function listens(port: number, pooler: ChildProcess): Promise<boolean> {
  if (pooler.exitCode !== null) throw new Error(`the pooler ended with ${pooler.exitCode}`);
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
