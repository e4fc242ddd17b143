import { ClaimLost, type Claim } from '../claim.js';
import type { Answer } from '../contract/answer.js';
import { claimKeys } from '../typeorm/claim-keys.js';
import { sideBySide } from '#shared/database/side-by-side.js';
import { inOrder, Rank, type WriteKind } from '#shared/database/unit-of-work/write-kind.js';

const keyOf = ({ identity: { tenant, operation, key } }: Claim): string =>
  `idempotency.records/${tenant}/${operation}/${key}`;

/** The claim is the first write of its transaction. */
export const claims: WriteKind<Claim> = {
  name: 'claim keys',
  rank: Rank.claim,
  identity: keyOf,
  lost: () => new ClaimLost(),
  write: (sql, rows) => claimKeys(sql, inOrder({ identity: keyOf }, rows)),
};

export interface SagaAnswer {
  readonly sagaId: string;
  readonly operation: string;
  readonly answer: Answer;
  readonly ttlMs: number;
  /** Told after the statement which records were answered. */
  readonly answered: (recordIds: string[]) => void;
}

const GIVEN = sideBySide({
  saga_id: 'uuid',
  operation: 'text',
  status: 'int',
  headers: 'jsonb',
  body: 'text',
  ttl_ms: 'bigint',
});

/** Answers every record that waits for these sagas, in the transaction that decides them; an answer is written once. */
export const sagaAnswers: WriteKind<SagaAnswer> = {
  name: 'answer keys',
  rank: Rank.answer,
  identity: ({ sagaId, operation }) => `answers of idempotency.records/${sagaId}/${operation}`,
  lost: (rows) => new Error(`nobody waits for the decision of saga ${rows.map((row) => row.sagaId).join(', ')}`),
  async write(sql, rows) {
    const { rows: answered } = await sql<{ id: string; saga_id: string; operation: string }>(
      `UPDATE idempotency.records AS r
       SET state = 'decided', status = a.status, headers = a.headers, body = a.body, decided_at = now(),
         expires_at = now() + a.ttl_ms * interval '1 millisecond', version = r.version + 1
       FROM (${GIVEN}) AS a
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
