import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import pg from 'pg';
import type { EmbeddedPostgresOptions } from '#shared/database/embedded-postgres/embedded-postgres.js';
import { spawnSource } from './source-process.js';

export interface ServerRequest extends EmbeddedPostgresOptions {
  /** Start as this user id instead of root. */
  readonly asUser?: number;
}

export interface ServerHolder {
  readonly url: string;
  /** The server's. */
  readonly pid: number;
  readonly adopted: boolean;
  /** The process that started or adopted the server. It leads a process group, as a shell's job does. */
  readonly process: ChildProcess;
}

/** Starts or adopts the server in a process of its own, which can then be killed. Rejects with what it complained of. */
export async function holdServer(request: ServerRequest): Promise<ServerHolder> {
  const holder = beginHolding(request);
  let complaint = '';
  holder.stderr?.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  const [first] = (await Promise.race([
    once(createInterface({ input: holder.stdout ?? process.stdin }), 'line'),
    once(holder, 'close'),
  ])) as [string | number | null];
  if (typeof first !== 'string') throw new Error(`no server: ${complaint}`);
  return { ...(JSON.parse(first) as { url: string; pid: number; adopted: boolean }), process: holder };
}

/** The same without waiting for the server. */
export const beginHolding = (request: ServerRequest): ChildProcess =>
  spawnSource('./embedded-server.main.ts', [JSON.stringify(request)], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** SIGKILL to the process and to whatever it has started and still leads. */
export async function endGroup(leader: ChildProcess): Promise<void> {
  // Without a pid it never began; the group 0 would be our own.
  if (!leader.pid) return;
  try {
    process.kill(-leader.pid, 'SIGKILL');
  } catch {
    // Nobody of the group is left.
  }
  await end(leader, 'SIGKILL');
}

/** Sends the signal and waits for the end. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill(signal);
  await closed;
}

/** One statement on a connection of its own. */
export async function ask<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** The power goes: the server and every one of its processes get SIGKILL at once. */
export async function killServer({ url, pid }: { url: string; pid: number }): Promise<void> {
  const processes = await ask<{ pid: number }>(url, 'SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()');
  process.kill(pid, 'SIGKILL');
  for (const one of processes) killIfThere(one.pid);
}

/** SIGKILL for what may have ended by itself meanwhile, as processes of a server do that miss their first one. */
export function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
