import type { KeyView } from './key.queries.js';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

interface Row {
  readonly id: string;
  readonly tenant_id: string;
  readonly operation: string;
  readonly key: string;
  readonly fingerprint: string;
  readonly fingerprint_version: number;
  readonly state: KeyView['state'];
  readonly saga_id: string | null;
  readonly status: number | null;
  readonly code: string | null;
  readonly location: string | null;
  readonly created_at: Date;
  readonly decided_at: Date | null;
  readonly expires_at: Date | null;
}

/** Stored problems are small JSON documents; anything else has no code. */
const CODE = `CASE WHEN r.status >= 400 AND r.body LIKE '{%' THEN r.body::jsonb ->> 'code' END`;

const SELECT = `
  SELECT r.id, r.tenant_id, r.operation, r.key,
    encode(r.fingerprint, 'hex') AS fingerprint, r.fingerprint_version,
    CASE WHEN r.state = 'decided' AND r.expires_at <= now() THEN 'expired' ELSE r.state END AS state,
    r.saga_id, r.status, ${CODE} AS code, r.headers ->> 'location' AS location, r.created_at, r.decided_at, r.expires_at
  FROM idempotency.records AS r`;

/**
 * The tenants and operations that have records, each found by one step through the unique index: they are few, the
 * records are many.
 */
const SCOPES = `
  WITH RECURSIVE scopes AS (
    (SELECT tenant_id, operation FROM idempotency.records ORDER BY tenant_id, operation LIMIT 1)
    UNION ALL
    SELECT n.tenant_id, n.operation FROM scopes AS s CROSS JOIN LATERAL (
      SELECT r.tenant_id, r.operation FROM idempotency.records AS r
      WHERE (r.tenant_id, r.operation) > (s.tenant_id, s.operation) ORDER BY r.tenant_id, r.operation LIMIT 1) AS n
  )`;

const IN_STATE: Readonly<Record<KeyView['state'], string>> = {
  processing: `r.state = 'processing'`,
  decided: `r.state = 'decided' AND r.expires_at > now()`,
  expired: `r.state = 'decided' AND r.expires_at <= now()`,
};

/** Reads what is known about callers' keys. */
@Injectable()
export class KeysStore {
  constructor(private readonly source: DataSource) {}

  async page({
    tenantId,
    operation,
    key,
    state,
    before,
    limit,
  }: {
    readonly tenantId?: string;
    readonly operation?: string;
    readonly key?: string;
    readonly state?: KeyView['state'];
    readonly before?: string;
    readonly limit: number;
  }): Promise<KeyView[]> {
    const values: unknown[] = [];
    const bound = (value: unknown): string => `$${values.push(value)}`;
    const conditions = [
      ...(state ? [IN_STATE[state]] : []),
      ...(tenantId === undefined ? [] : [`r.tenant_id = ${bound(tenantId)}`]),
      ...(operation === undefined ? [] : [`r.operation = ${bound(operation)}`]),
      ...(key === undefined ? [] : [`r.key = ${bound(key)}`]),
      ...(before === undefined ? [] : [`r.id < ${bound(before)}::uuid`]),
    ];
    const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
    const from = key === undefined ? SELECT : `${SCOPES} ${SELECT} JOIN scopes USING (tenant_id, operation)`;
    const rows = await this.source.query<Row[]>(`${from} ${where} ORDER BY r.id DESC LIMIT ${bound(limit)}`, values);
    return rows.map(keyView);
  }

  async byId(id: string): Promise<KeyView | undefined> {
    const [row] = await this.source.query<Row[]>(`${SELECT} WHERE r.id = $1`, [id]);
    return row && keyView(row);
  }
}

const keyView = (row: Row): KeyView => ({
  id: row.id,
  tenantId: row.tenant_id,
  operation: row.operation,
  key: row.key,
  fingerprint: row.fingerprint,
  fingerprintVersion: row.fingerprint_version,
  state: row.state,
  sagaId: row.saga_id ?? undefined,
  status: row.status ?? undefined,
  code: row.code ?? undefined,
  location: row.location ?? undefined,
  createdAt: row.created_at,
  decidedAt: row.decided_at ?? undefined,
  expiresAt: row.expires_at ?? undefined,
});
