import type { DatabaseServer } from '../stack/database-server.ts';

/** Counters of the whole server: only differences mean something, while one system alone is at work. */
export interface DatabaseReading {
  /** Transactions that have written something: each has drawn a number. */
  readonly writingTransactions: bigint;
  readonly walBytes: bigint;
}

export async function readDatabase({ admin }: DatabaseServer): Promise<DatabaseReading> {
  const { rows } = await admin.query<{ transactions: string; wal: string }>(
    `SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS transactions,
       pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text AS wal`,
  );
  return { writingTransactions: BigInt(rows[0]!.transactions), walBytes: BigInt(rows[0]!.wal) };
}
