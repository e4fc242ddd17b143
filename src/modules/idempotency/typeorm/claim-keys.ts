import type { Claim } from '../claim.js';

/** Runs one statement of the claiming transaction. */
export type Statement = <Row extends object>(text: string, values: unknown[]) => Promise<{ readonly rows: Row[] }>;

/**
 * Claims keys in one statement; returns the claims that another request committed first. ON CONFLICT: two identical
 * requests may insert at the same moment; the second waits here for the first's commit and then finds that it has lost.
 * Only an expired answer that the sweep has not reached yet is taken over.
 */
export async function claimKeys(sql: Statement, rows: readonly Claim[]): Promise<Claim[]> {
  const { rows: claimed } = await sql<{ id: string }>(
    `INSERT INTO idempotency.records AS r
       (id, tenant_id, operation, key, fingerprint, fingerprint_version, state, saga_id, status, headers, body, decided_at, expires_at)
     SELECT id, tenant_id, operation, key, fingerprint, fingerprint_version,
       CASE WHEN status IS NULL THEN 'processing' ELSE 'decided' END, saga_id, status, headers, body,
       CASE WHEN status IS NOT NULL THEN now() END,
       CASE WHEN status IS NOT NULL THEN now() + ttl_ms * interval '1 millisecond' END
     FROM (
       SELECT unnest($1::uuid[]) AS id, unnest($2::text[]) AS tenant_id, unnest($3::text[]) AS operation,
         unnest($4::text[]) AS key, unnest($5::bytea[]) AS fingerprint, unnest($6::int[]) AS fingerprint_version,
         unnest($7::uuid[]) AS saga_id, unnest($8::int[]) AS status, unnest($9::jsonb[]) AS headers,
         unnest($10::text[]) AS body, unnest($11::bigint[]) AS ttl_ms
     ) AS c
     ON CONFLICT (tenant_id, operation, key) DO UPDATE SET
       id = excluded.id, fingerprint = excluded.fingerprint, fingerprint_version = excluded.fingerprint_version,
       state = excluded.state, saga_id = excluded.saga_id, status = excluded.status, headers = excluded.headers,
       body = excluded.body, created_at = now(), decided_at = excluded.decided_at, expires_at = excluded.expires_at
     WHERE r.state = 'decided' AND r.expires_at <= now()
     RETURNING id`,
    [
      rows.map((row) => row.id),
      rows.map((row) => row.identity.tenant),
      rows.map((row) => row.identity.operation),
      rows.map((row) => row.identity.key),
      rows.map((row) => row.fingerprint.hash),
      rows.map((row) => row.fingerprint.version),
      rows.map((row) => row.sagaId ?? null),
      rows.map((row) => row.answer?.status ?? null),
      rows.map((row) => (row.answer ? JSON.stringify(row.answer.headers) : null)),
      rows.map((row) => row.answer?.body ?? null),
      rows.map((row) => row.ttlMs),
    ],
  );
  const won = new Set(claimed.map((row) => row.id));
  return rows.filter((row) => !won.has(row.id));
}
