import type { RequestView } from './request.queries.js';
import { NOT_EXPIRED } from '../typeorm/record.store.js';
import { LookUps } from '#shared/database/look-ups.js';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Reads the records that sagas decide. */
@Injectable()
export class SagaRecordsStore {
  constructor(
    private readonly source: DataSource,
    private readonly lookUps: LookUps,
  ) {}

  async operationsWaitingFor(sagaId: string): Promise<string[]> {
    const rows = await this.lookUps.find<{ operation: string }>(
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
}
