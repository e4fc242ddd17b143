import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** How long a look outlasts a database that is away: longer than any crash of it takes to recover from. */
const PATIENCE_MS = 60_000;
const BETWEEN_TRIES_MS = 100;

/** SQL that is wrong says so by a code of its own; what has these, or none, comes of a connection. */
const AWAY = /^(08|57P|53|E[A-Z]{2})/;

/** What the lab itself reads from the database; a crash meanwhile is waited out, until `signal` says that all is over. */
export class Looks {
  private readonly pool: pg.Pool;

  constructor(
    url: string,
    private readonly signal: AbortSignal,
  ) {
    this.pool = new pg.Pool({ connectionString: url, max: 3, application_name: 'lab', connectionTimeoutMillis: 5_000 });
    this.pool.on('error', () => undefined);
    this.pool.on('connect', (client) => void client.on('error', () => undefined));
  }

  async rows<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      try {
        return (await this.pool.query(text, [...values])).rows as Row[];
      } catch (error) {
        const { code = 'E??' } = error as { code?: string };
        const isAway = code === 'E??' || AWAY.test(code);
        if (!isAway || this.signal.aborted || performance.now() > deadline) throw error;
        await pause(BETWEEN_TRIES_MS);
      }
    }
  }

  close(): Promise<void> {
    return this.pool.end();
  }
}
