import type pg from 'pg';

/** What is known about a key. */
export interface Recorded {
  readonly fingerprint: Buffer;
  readonly status: number | null;
  readonly headers: Record<string, string> | null;
  readonly body: string | null;
}

/** One indexed look-up, which is all that a repetition needs. */
export async function lookUp(pool: pg.Pool, key: string): Promise<Recorded | undefined> {
  const { rows } = await pool.query<Recorded>({
    name: 'look-up',
    text: `SELECT fingerprint, status, headers, body FROM idempotency.records
           WHERE tenant_id = 'bench' AND operation = 'orders.place' AND key = $1 AND (state = 'processing' OR expires_at > now())`,
    values: [key],
  });
  return rows[0];
}
