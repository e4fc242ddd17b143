import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import { DatabaseError, type ClientBase, type Pool } from 'pg';

/** What the driver knows about a connection and its types leave out. */
type Connection = ClientBase & {
  readonly processID: number | null;
  readonly connection: { readonly stream: Socket };
};

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
  // Who knows the answer does not wait for it: statements are sent in the order in which they are asked for.
  const name = (direct.get(client) ?? (await isDirect(client))) ? nameOf(text) : undefined;
  sendTogether(client);
  const { rows, rowCount } = await client.query({ name, text, values: values as unknown[] });
  return { rows: rows as Row[], rowCount: rowCount ?? 0 };
}

/** What is asked for in the same breath is one message to the system, which costs more than what it says. */
function sendTogether(client: ClientBase): void {
  const stream = streamOf(client);
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** Ends a connection now: in order it would wait for the answers that do not come. */
export function hangUp(client: ClientBase): void {
  streamOf(client).destroy();
}

/** The socket of a connection that stands, inside TLS where there is any. */
export const streamOf = (client: ClientBase): Socket => (client as Connection).connection.stream;

/** The same for a statement that stands alone. */
export async function preparedOn<Row extends object>(
  pool: Pool,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = await pool.connect();
  try {
    const { rows } = await prepared<Row>(client, text, values);
    client.release();
    return rows;
  } catch (error) {
    client.release(endsItsConnection(error));
    throw error;
  }
}

/**
 * What the server has said about a statement is no fault of the connection, unless it is about what that has kept, or
 * says that it is leaving.
 */
export const endsItsConnection = (error: unknown): boolean =>
  !(error instanceof DatabaseError) || isOutdated(error) || /^(57P|08)/.test(error.code ?? '');

/**
 * A prepared statement that its session cannot run any more: a migration has changed what it returns (0A000), or the
 * session does not know it (26000, 42P05). Whoever throws the connection away and asks again is answered.
 */
export const isOutdated = (error: unknown): boolean =>
  error instanceof DatabaseError && ['0A000', '26000', '42P05'].includes(error.code ?? '');

/** Whether the session at the other end is the one that the server announced; a pooler announces another. */
export async function isDirect(client: ClientBase): Promise<boolean> {
  const known = direct.get(client);
  if (known !== undefined) return known;
  const { rows } = await client.query<{ session: number }>('SELECT pg_backend_pid() AS session');
  return answeredBy(client, rows[0]!.session);
}

/** Notes which session answers, for whoever has asked that anyway. */
export function answeredBy(client: ClientBase, session: number): boolean {
  const is = session === (client as Connection).processID;
  direct.set(client, is);
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
