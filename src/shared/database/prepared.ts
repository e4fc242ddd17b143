import { createHash } from 'node:crypto';
import { DatabaseError, type ClientBase, type Pool } from 'pg';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';

/** What the driver knows about a connection and its types leave out. */
type Connection = ClientBase & { readonly processID: number | null };

const direct = new WeakMap<ClientBase, boolean>();
const names = new Map<string, string>();

/**
 * Runs a statement that its session plans once and then keeps: planning costs more than running it. For texts that are
 * never built from data, so that what a session keeps is bounded. Behind a pooler nothing is kept, since the next
 * transaction may belong to a session that has never heard of it.
 */
export async function prepared<Row extends object>(
  client: ClientBase,
  text: string,
  values: readonly unknown[] = [],
): Promise<{ readonly rows: Row[]; readonly rowCount: number }> {
  const name = (await isDirect(client)) ? nameOf(text) : undefined;
  const { rows, rowCount } = await client.query({ name, text, values: values as unknown[] });
  return { rows: rows as Row[], rowCount: rowCount ?? 0 };
}

/** The same on one of TypeORM's connections, for a statement that stands alone. */
export async function preparedOn<Row extends object>(
  source: DataSource,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = await ((source.driver as PostgresDriver).master as Pool).connect();
  try {
    const { rows } = await prepared<Row>(client, text, values);
    client.release();
    return rows;
  } catch (error) {
    // What the server has said about a statement is no fault of the connection.
    client.release(!(error instanceof DatabaseError));
    throw error;
  }
}

/** Whether the session at the other end is the one that the server announced; a pooler announces another. */
export async function isDirect(client: ClientBase): Promise<boolean> {
  let is = direct.get(client);
  if (is === undefined) {
    const { rows } = await client.query<{ session: number }>('SELECT pg_backend_pid() AS session');
    is = rows[0]?.session === (client as Connection).processID;
    direct.set(client, is);
  }
  return is;
}

/** 64 bits of its hash tell a text from a few hundred others; PostgreSQL's names end at 63 characters. */
function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = `ichido_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
    names.set(text, name);
  }
  return name;
}
