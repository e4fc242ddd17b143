import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** Any number that nobody else locks. */
const LOCK = 1_818_321_507;

/**
 * Commits that touch a saga fail with 40001 for as long as somebody holds the lock. The sequence counts them: a count in a
 * table would be rolled back with the commit.
 */
const SCHEMA = `
  CREATE SCHEMA lab;
  CREATE SEQUENCE lab.refused;
  CREATE FUNCTION lab.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NOT pg_try_advisory_xact_lock_shared(${LOCK}) THEN
        PERFORM nextval('lab.refused');
        RAISE EXCEPTION 'could not serialize access, says the lab' USING ERRCODE = '40001';
      END IF;
      RETURN NULL;
    END $$;
  CREATE CONSTRAINT TRIGGER refuse AFTER INSERT OR UPDATE ON saga.sagas DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION lab.refuse();`;

/** Long enough that a commit comes by; the first one that is refused ends it. */
const HELD_AT_MOST_MS = 2_000;
/** Shorter than a commit waits before its third repetition. */
const BETWEEN_LOOKS_MS = 5;

/** Serialization failures where the database would have them: at the end of a commit. */
export class RefusedCommits {
  private turn: Promise<void> = Promise.resolve();
  private readonly over = new AbortController();

  private constructor(private readonly url: string) {}

  static async prepare(url: string): Promise<RefusedCommits> {
    const commits = new RefusedCommits(url);
    await commits.connected((client) => client.query(SCHEMA));
    return commits;
  }

  /** Refuses what commits now, one call after the other; tells when one was refused. */
  refuseOne(happened: () => void): Promise<void> {
    const refused = this.turn.then(() => this.inTurn(happened));
    // A database that is away has other troubles.
    this.turn = refused.catch(() => undefined);
    return this.turn;
  }

  /** Refuses nothing any more, not even for those that have waited for their turn. */
  async clear(): Promise<void> {
    this.over.abort();
    await this.turn;
  }

  private async inTurn(happened: () => void): Promise<void> {
    const { signal } = this.over;
    if (signal.aborted) return;
    await this.connected((client) => holdUntilOneIsRefused(client, happened, signal));
  }

  private async connected(use: (client: pg.Client) => Promise<unknown>): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'lab',
      connectionTimeoutMillis: 2_000,
    });
    client.on('error', () => undefined);
    await client.connect();
    try {
      await use(client);
    } finally {
      // The lock goes with the session.
      await client.end();
    }
  }
}

async function holdUntilOneIsRefused(client: pg.Client, happened: () => void, signal: AbortSignal): Promise<void> {
  const refused = async (): Promise<string> => {
    const { rows } = await client.query<{ count: string }>(
      'SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS count FROM lab.refused',
    );
    return rows[0]!.count;
  };
  const before = await refused();
  await client.query(`SELECT pg_advisory_lock(${LOCK})`);
  const end = performance.now() + HELD_AT_MOST_MS;
  for (; !signal.aborted && performance.now() < end; await pause(BETWEEN_LOOKS_MS))
    if ((await refused()) !== before) return happened();
}
