import { CouldNotCheck } from './could-not-check.error.js';
import pg from 'pg';

/** A statement that takes longer than this, in ms, is given up: the audit must never be what slows a busy service. */
const STATEMENT_TIMEOUT_MS = 60_000;
/** As long as the service waits for a connection. */
const CONNECT_TIMEOUT_MS = 5_000;

/** PostgreSQL's query_canceled, which a statement time-out ends in. */
const CANCELLED = '57014';
/** PostgreSQL's invalid_schema_name, undefined_table and undefined_column. */
const ANOTHER_SCHEMA = new Set(['3F000', '42P01', '42703']);

/** Asks within one moment; the values are those of `$1`, `$2`, … */
export type Ask = <Row extends object>(sql: string, values?: readonly unknown[]) => Promise<Row[]>;

/**
 * One connection that cannot write: its every transaction is READ ONLY, by the session's default and by its own word.
 * Transactions are short, so that the oldest rows can be cleaned up meanwhile.
 */
export class Moments {
  private constructor(
    private readonly client: pg.Client,
    private readonly timeoutMs: number,
  ) {}

  static async open(databaseUrl: string, statementTimeoutMs = STATEMENT_TIMEOUT_MS): Promise<Moments> {
    const client = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'ichido audit',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      options: `-c default_transaction_read_only=on -c statement_timeout=${statementTimeoutMs}`,
    });
    // The query in flight fails by itself; without a listener the event would end the process.
    client.on('error', () => undefined);
    await client.connect();
    return new Moments(client, statementTimeoutMs);
  }

  /** Everything that `look` asks is of one and the same moment. Throws CouldNotCheck when a statement takes too long. */
  async at<T>(look: (ask: Ask) => Promise<T>): Promise<T> {
    await this.client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    try {
      return await look(async (sql, values = []) => (await this.client.query(sql, [...values])).rows as never);
    } catch (error) {
      throw this.explained(error);
    } finally {
      await this.client.query('ROLLBACK').catch(() => undefined);
    }
  }

  async close(): Promise<void> {
    await this.client.end();
  }

  private explained(error: unknown): unknown {
    const { code = '', message } = error as { code?: string; message?: string };
    if (code === CANCELLED)
      return new CouldNotCheck(`A statement took longer than ${this.timeoutMs} ms: run it at a quieter hour.`);
    if (ANOTHER_SCHEMA.has(code))
      return new CouldNotCheck(
        `The database has not the tables of this version (${message}): run npm run migrate first.`,
      );
    return error;
  }
}
