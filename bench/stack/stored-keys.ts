import type { DatabaseServer } from './database-server.ts';

/** Rows per statement: a few seconds of work each. */
const AT_ONCE = 250_000;

/** As a client's earlier orders have left them: random keys of the same tenant and operation, answers of usual length. */
const STORE = `
  INSERT INTO idempotency.records
    (id, tenant_id, operation, key, fingerprint, fingerprint_version, state, status, headers, body, created_at, decided_at, expires_at)
  SELECT gen_random_uuid(), 'bench', 'orders.place', gen_random_uuid()::text, sha256(int4send(n)), 1, 'decided', 409, '{}',
    '{"type":"about:blank","title":"Conflict","status":409,"code":"amount_mismatch","retry":"new-key","detail":"' ||
      repeat('The total is not what was expected. ', 8) || '"}',
    now() - interval '12 hours', now() - interval '12 hours', now() + $2::interval
  FROM generate_series(1, $1::int) AS n`;

/** Answered keys that were there before; those whose time is over wait for the next sweep. */
export async function storeKeys(
  database: DatabaseServer,
  url: string,
  { count, expired }: { readonly count: number; readonly expired: boolean },
): Promise<void> {
  for (let left = count; left > 0; left -= AT_ONCE)
    await database.rows(url, STORE, [Math.min(left, AT_ONCE), expired ? '-1 minute' : '12 hours']);
  if (!expired) await database.rows(url, 'VACUUM ANALYZE idempotency.records');
  // What was prepared is written down before anything is measured.
  await database.admin.query('CHECKPOINT');
}
