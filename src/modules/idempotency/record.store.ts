import type { Answer } from './contract/answer.js';
import type { RequestView } from './contract/request.queries.js';
import { IdempotencyRecord } from './record.js';
import type { OperationIdentity } from './request/operation-key.js';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

interface Row {
  id: string;
  tenant_id: string;
  operation: string;
  fingerprint: Buffer;
  fingerprint_version: number;
  saga_id: string | null;
  created_at: Date;
  status: number | null;
  headers: Answer['headers'] | null;
  body: string | null;
}

const COLUMNS =
  'id, tenant_id, operation, fingerprint, fingerprint_version, saga_id, created_at, status, headers, body';

/** What has expired is gone, whether the sweep has been there or not; what is undecided never expires (semantics 12). */
const NOT_EXPIRED = `(state = 'processing' OR expires_at > now())`;

/** Reads records, always from the primary: a claim that a replica has not heard of would be a second order (B011). */
@Injectable()
export class RecordStore {
  constructor(private readonly source: DataSource) {}

  find({ tenant, operation, key }: OperationIdentity): Promise<IdempotencyRecord | undefined> {
    return this.one(`tenant_id = $1 AND operation = $2 AND key = $3 AND ${NOT_EXPIRED}`, [tenant, operation, key]);
  }

  byId(id: string): Promise<IdempotencyRecord | undefined> {
    return this.one(`id = $1 AND ${NOT_EXPIRED}`, [id]);
  }

  /** Which of these are decided by now. */
  async decidedAmong(ids: readonly string[]): Promise<string[]> {
    const rows = await this.source.query<{ id: string }[]>(
      `SELECT id FROM idempotency.records WHERE id = ANY($1::uuid[]) AND state = 'decided'`,
      [ids],
    );
    return rows.map((row) => row.id);
  }

  async operationsWaitingFor(sagaId: string): Promise<string[]> {
    const rows = await this.source.query<{ operation: string }[]>(
      `SELECT DISTINCT operation FROM idempotency.records WHERE saga_id = $1 AND state = 'processing'`,
      [sagaId],
    );
    return rows.map((row) => row.operation);
  }

  /** Oldest first, without what only their callers may see. */
  async requestsOf(sagaIds: readonly string[]): Promise<RequestView[]> {
    const rows = await this.source.query<{ operation: string; created_at: Date; status: number | null }[]>(
      `SELECT operation, created_at, status FROM idempotency.records
       WHERE saga_id = ANY($1::uuid[]) AND ${NOT_EXPIRED} ORDER BY created_at, id`,
      [sagaIds],
    );
    return rows.map(({ operation, created_at: at, status }) => ({ operation, at, status: status ?? undefined }));
  }

  private async one(where: string, values: unknown[]): Promise<IdempotencyRecord | undefined> {
    const [row] = await this.source.query<Row[]>(`SELECT ${COLUMNS} FROM idempotency.records WHERE ${where}`, values);
    if (!row) return undefined;
    const { status, headers, body } = row;
    const answer = status !== null && headers !== null && body !== null ? { status, headers, body } : undefined;
    return new IdempotencyRecord(
      row.id,
      row.tenant_id,
      row.operation,
      row.fingerprint,
      row.fingerprint_version,
      row.saga_id ?? undefined,
      row.created_at,
      answer,
    );
  }
}
