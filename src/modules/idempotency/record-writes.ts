import type { Answer } from './contract/answer.js';
import type { OperationIdentity } from './request/operation-key.js';
import type { Fingerprint } from './request/fingerprint.js';
import { Rank, type WriteKind } from '#shared/database/unit-of-work/write-kind.js';

/** Another request with the same identity committed first: everything this unit decided is discarded. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost';
}

export interface Claim {
  readonly id: string;
  readonly identity: OperationIdentity;
  readonly fingerprint: Fingerprint;
  /** The saga whose decision will answer; absent when this very unit decides. */
  readonly sagaId?: string;
  readonly answer?: Answer;
  readonly ttlMs: number;
}

/**
 * The claim is the first write of its transaction. ON CONFLICT: two identical requests may insert at the same moment;
 * the second waits here for the first's commit and then finds that it has lost. Only an expired answer that the sweep
 * has not reached yet is taken over.
 */
export const claims: WriteKind<Claim> = {
  name: 'claim keys',
  rank: Rank.claim,
  lost: () => new ClaimLost('the key was claimed by another request'),
  async write(sql, rows) {
    const { rows: claimed } = await sql<{ id: string }>(
      `INSERT INTO idempotency.records AS r
         (id, tenant_id, operation, key, fingerprint, fingerprint_version, state, saga_id, status, headers, body, decided_at, expires_at)
       SELECT id, tenant_id, operation, key, fingerprint, fingerprint_version,
         CASE WHEN status IS NULL THEN 'processing' ELSE 'decided' END, saga_id, status, headers, body,
         CASE WHEN status IS NOT NULL THEN now() END,
         CASE WHEN status IS NOT NULL THEN now() + ttl_ms * interval '1 millisecond' END
       FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::bytea[], $6::int[], $7::uuid[], $8::int[], $9::jsonb[],
         $10::text[], $11::bigint[])
         AS c(id, tenant_id, operation, key, fingerprint, fingerprint_version, saga_id, status, headers, body, ttl_ms)
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
  },
};

export interface SagaAnswer {
  readonly sagaId: string;
  readonly operation: string;
  readonly answer: Answer;
  readonly ttlMs: number;
  /** Told after the statement which records were answered. */
  readonly answered: (recordIds: string[]) => void;
}

/** Answers every record that waits for these sagas, in the transaction that decides them; an answer is written once. */
export const sagaAnswers: WriteKind<SagaAnswer> = {
  name: 'answer keys',
  rank: Rank.answer,
  lost: (rows) => new Error(`nobody waits for the decision of saga ${rows.map((row) => row.sagaId).join(', ')}`),
  async write(sql, rows) {
    const { rows: answered } = await sql<{ id: string; saga_id: string; operation: string }>(
      `UPDATE idempotency.records AS r
       SET state = 'decided', status = a.status, headers = a.headers, body = a.body, decided_at = now(),
         expires_at = now() + a.ttl_ms * interval '1 millisecond', version = r.version + 1
       FROM unnest($1::uuid[], $2::text[], $3::int[], $4::jsonb[], $5::text[], $6::bigint[])
         AS a(saga_id, operation, status, headers, body, ttl_ms)
       WHERE r.saga_id = a.saga_id AND r.operation = a.operation AND r.state = 'processing'
       RETURNING r.id, r.saga_id, r.operation`,
      [
        rows.map((row) => row.sagaId),
        rows.map((row) => row.operation),
        rows.map((row) => row.answer.status),
        rows.map((row) => JSON.stringify(row.answer.headers)),
        rows.map((row) => row.answer.body),
        rows.map((row) => row.ttlMs),
      ],
    );
    return rows.filter((row) => {
      const ids = answered.filter((r) => r.saga_id === row.sagaId && r.operation === row.operation).map((r) => r.id);
      row.answered(ids);
      return ids.length === 0;
    });
  },
};
