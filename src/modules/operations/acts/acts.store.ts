import type { PastAct } from '../contract/index.js';
import { VersionConflict } from '#shared/database/unit-of-work/unit-errors.js';
import { Rank, type WriteKind } from '#shared/database/unit-of-work/write-kind.js';
import { Remembers, type RemembersOperations } from '#shared/kernel/remembers-operations.js';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** An act to be written down with what it changes. */
export interface ActRow extends Omit<PastAct, 'at'> {
  /** Digest of what is wanted of whom, without the words about it: two operators want the same when it is the same. */
  readonly content: Buffer;
  readonly operationKey: Buffer;
}

/** DO NOTHING: two operators may confirm one proposal at once; the second decides again and finds it used. */
export const acts: WriteKind<ActRow> = {
  name: 'insert acts',
  rank: Rank.mechanics,
  identity: ({ id }) => `operations.acts/${id}`,
  lost: () => new VersionConflict('a proposal was confirmed by another operator'),
  async write(sql, rows) {
    const { rowCount } = await sql(
      `INSERT INTO operations.acts
         (id, actor, act, target, tenant_id, order_id, reason, evidence, content, outcome, effects, confirms, operation_key)
       SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::uuid[], $7::text[], $8::text[],
         $9::bytea[], $10::text[], $11::jsonb[], $12::uuid[], $13::bytea[])
       ON CONFLICT DO NOTHING`,
      [
        rows.map((row) => row.id),
        rows.map((row) => row.actor),
        rows.map((row) => row.act),
        rows.map((row) => row.target),
        rows.map((row) => row.tenantId ?? null),
        rows.map((row) => row.orderId ?? null),
        rows.map((row) => row.reason),
        rows.map((row) => row.evidence ?? null),
        rows.map((row) => row.content),
        rows.map((row) => row.outcome),
        rows.map((row) => JSON.stringify(row.effects)),
        rows.map((row) => row.confirms ?? null),
        rows.map((row) => row.operationKey),
      ],
    );
    return rowCount === rows.length ? [] : rows;
  },
};

/** Another operator confirms what was proposed to him on the same day, not what nobody remembers any more. */
const PROPOSAL_HOLDS = `interval '24 hours'`;

type Row = Omit<PastAct, 'at' | 'tenantId' | 'orderId' | 'evidence' | 'confirms'> & {
  readonly at: Date;
  readonly tenantId: string | null;
  readonly orderId: string | null;
  readonly evidence: string | null;
  readonly confirms: string | null;
};

const COLUMNS = `id, at, actor, act, target, tenant_id AS "tenantId", order_id AS "orderId", reason, evidence, outcome, effects, confirms`;

/** Reads what operators did. */
@Remembers()
@Injectable()
export class ActsStore implements RemembersOperations {
  constructor(private readonly source: DataSource) {}

  async page({
    before,
    limit,
    ...exact
  }: {
    readonly actor?: string;
    readonly act?: string;
    readonly orderId?: string;
    readonly target?: string;
    readonly before?: string;
    readonly limit: number;
  }): Promise<PastAct[]> {
    const { actor = null, act = null, orderId = null, target = null } = exact;
    const rows = await this.source.query<Row[]>(
      `SELECT ${COLUMNS} FROM operations.acts
       WHERE ($1::text IS NULL OR actor = $1) AND ($2::text IS NULL OR act = $2) AND ($3::uuid IS NULL OR order_id = $3)
         AND ($4::text IS NULL OR target = $4) AND ($5::uuid IS NULL OR id < $5)
       ORDER BY id DESC LIMIT $6`,
      [actor, act, orderId, target, before ?? null, limit],
    );
    return rows.map(pastAct);
  }

  /** What was proposed lately and waits for another operator; the oldest one. */
  async proposed(content: Buffer): Promise<{ readonly id: string; readonly actor: string } | undefined> {
    const [row] = await this.source.query<{ id: string; actor: string }[]>(
      `SELECT p.id, p.actor FROM operations.acts AS p
       WHERE p.content = $1 AND p.outcome = 'proposed' AND p.at > now() - ${PROPOSAL_HOLDS}
         AND NOT EXISTS (SELECT 1 FROM operations.acts AS c WHERE c.confirms = p.id)
       ORDER BY p.id LIMIT 1`,
      [content],
    );
    return row;
  }

  async ofOrder(orderId: string): Promise<{ at: Date; act: string; isDone: boolean }[]> {
    return this.source.query<{ at: Date; act: string; isDone: boolean }[]>(
      `SELECT at, act, outcome = 'done' AS "isDone" FROM operations.acts WHERE order_id = $1 ORDER BY at, id`,
      [orderId],
    );
  }

  async remembers(operationKey: Buffer): Promise<boolean> {
    const found = await this.source.query<object[]>('SELECT 1 FROM operations.acts WHERE operation_key = $1', [
      operationKey,
    ]);
    return found.length > 0;
  }
}

const pastAct = ({ at, tenantId, orderId, evidence, confirms, ...row }: Row): PastAct => ({
  ...row,
  at: at.toISOString(),
  tenantId: tenantId ?? undefined,
  orderId: orderId ?? undefined,
  evidence: evidence ?? undefined,
  confirms: confirms ?? undefined,
});
