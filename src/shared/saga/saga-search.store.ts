import type { Attention, SagaStatus } from './saga-state.js';
import type { Failure } from '../kernel/failure.js';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Where a saga stands, for a person: its status, or what is unusual about it. */
export type SagaStanding = SagaStatus | 'in_doubt' | 'needs_attention';

export interface FoundSaga {
  readonly id: string;
  readonly tenantId: string;
  readonly definition: string;
  readonly correlationId: string;
  /** The order it is about, as the event that started it says. */
  readonly orderId: string;
  readonly status: SagaStatus;
  readonly failure: Failure | null;
  readonly stop: Failure | null;
  readonly attention: Attention | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly version: number;
  /** When it turns back by itself; null when it never does. */
  readonly deadlineAt: Date | null;
  /** Its first open step. */
  readonly openStep: string | null;
  readonly isInDoubt: boolean;
}

export interface SagaSearch {
  readonly tenantId?: string;
  readonly standing?: SagaStanding;
  /** Only sagas with these ids; all when absent. */
  readonly ids?: readonly string[];
  /** Only sagas of these definitions about these aggregates. */
  readonly about?: { readonly correlationIds: readonly string[]; readonly definitions: readonly string[] };
  /** Milliseconds since it began, at least. */
  readonly olderThanMs?: number;
  readonly before?: string;
  readonly limit: number;
}

const IN_DOUBT = `EXISTS (SELECT 1 FROM saga.steps AS t WHERE t.saga_id = s.id AND t.status = 'unknown')`;

/** An alternative, not a list of values: each half has a small index of its own. */
const UNDER_WAY = `(s.status = 'running' OR s.status = 'compensating')`;

const STANDINGS: Readonly<Record<SagaStanding, string>> = {
  running: `s.status = 'running'`,
  compensating: `s.status = 'compensating'`,
  completed: `s.status = 'completed'`,
  compensated: `s.status = 'compensated'`,
  in_doubt: `${UNDER_WAY} AND ${IN_DOUBT}`,
  needs_attention: 's.attention IS NOT NULL',
};

const SELECT = `
  SELECT s.id, s.tenant_id AS "tenantId", s.definition, s.correlation_id AS "correlationId", s.start ->> 'orderId' AS "orderId",
    s.status, s.failure, s.stop, s.attention, s.created_at AS "createdAt", s.updated_at AS "updatedAt", s.version,
    s.created_at + s.deadline_ms * interval '1 millisecond' AS "deadlineAt", ${IN_DOUBT} AS "isInDoubt",
    (SELECT t.name FROM saga.steps AS t WHERE t.saga_id = s.id AND t.status IN ('pending', 'unknown')
     ORDER BY t.position LIMIT 1) AS "openStep"
  FROM saga.sagas AS s`;

/** Finds sagas of every tenant and definition, also those that this version does not know; moves none. */
@Injectable()
export class SagaSearchStore {
  constructor(private readonly source: DataSource) {}

  /** Newest first. */
  page({ tenantId, standing, ids, about, olderThanMs, before, limit }: SagaSearch): Promise<FoundSaga[]> {
    const values: unknown[] = [];
    const bound = (value: unknown): string => `$${values.push(value)}`;
    const conditions = [
      ...(standing ? [STANDINGS[standing]] : []),
      ...(tenantId === undefined ? [] : [`s.tenant_id = ${bound(tenantId)}`]),
      ...(ids ? [`s.id = ANY(${bound(ids)}::uuid[])`] : []),
      ...(about
        ? [
            `s.definition = ANY(${bound(about.definitions)}::text[])`,
            `s.correlation_id = ANY(${bound(about.correlationIds)}::uuid[])`,
          ]
        : []),
      ...(olderThanMs === undefined
        ? []
        : [`s.created_at < now() - ${bound(olderThanMs)}::bigint * interval '1 millisecond'`]),
      ...(before === undefined ? [] : [`s.id < ${bound(before)}::uuid`]),
    ];
    const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
    return this.source.query<FoundSaga[]>(`${SELECT} ${where} ORDER BY s.id DESC LIMIT ${bound(limit)}`, values);
  }

  async byId(id: string): Promise<FoundSaga | undefined> {
    return (await this.source.query<FoundSaga[]>(`${SELECT} WHERE s.id = $1`, [id]))[0];
  }
}
