import type { SagaStatus } from './saga-state.js';
import { idsSince } from '../kernel/ids.js';
import { now } from '../kernel/clock.js';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Sagas that are not over, as far as they were counted. */
export interface OpenSagas {
  readonly running: number;
  readonly compensating: number;
  readonly inDoubt: number;
  readonly needsAttention: number;
  /** The one in doubt whose step was begun first. */
  readonly oldestInDoubt?: {
    readonly id: string;
    readonly orderId: string;
    readonly step: string;
    readonly since: Date;
  };
}

/** What became of the sagas that began in one minute. */
export interface SagaMinute {
  readonly at: Date;
  readonly begun: number;
  readonly completed: number;
  readonly compensated: number;
}

const MINUTE_MS = 60_000;

/** The oldest ones of a status, found by the partial index that holds nothing else. */
const oldest = (status: SagaStatus): string =>
  `(SELECT id, status, start ->> 'orderId' AS "orderId" FROM saga.sagas WHERE status = '${status}' ORDER BY created_at LIMIT $1)`;

/** Counts sagas without reading more of them than it is told to. */
@Injectable()
export class SagaCensusStore {
  constructor(private readonly source: DataSource) {}

  /** @param most of each kind that are counted */
  async open(most: number): Promise<OpenSagas> {
    const [row] = await this.source.query<(Omit<OpenSagas, 'oldestInDoubt'> & { oldest: Oldest | null })[]>(
      `WITH open AS (
         SELECT o.id, o.status, o."orderId", d.name AS step, d.created_at AS since
         FROM (${oldest('running')} UNION ALL ${oldest('compensating')}) AS o
         LEFT JOIN LATERAL (SELECT t.name, t.created_at FROM saga.steps AS t
           WHERE t.saga_id = o.id AND t.status = 'unknown' ORDER BY t.position LIMIT 1) AS d ON true
       )
       SELECT count(*) FILTER (WHERE status = 'running')::int AS running,
         count(*) FILTER (WHERE status = 'compensating')::int AS compensating,
         count(step)::int AS "inDoubt",
         (SELECT count(*)::int FROM (SELECT 1 FROM saga.sagas WHERE attention IS NOT NULL LIMIT $1) AS few) AS "needsAttention",
         (SELECT to_jsonb(first) FROM (SELECT id, "orderId", step, since FROM open WHERE step IS NOT NULL
            ORDER BY since LIMIT 1) AS first) AS oldest
       FROM open`,
      [most],
    );
    const { oldest: first, ...counted } = row!;
    return { ...counted, oldestInDoubt: first ? { ...first, since: new Date(first.since) } : undefined };
  }

  /**
   * The sagas of a definition that began lately, by the minute, oldest first; minutes in which nothing began are absent. Their ids
   * begin with the moment, so the primary key leads to them.
   *
   * @param most sagas that are read, the newest ones
   * @returns whether that was enough, and so all of them are counted
   */
  async minutes(definition: string, minutes: number, most: number): Promise<{ all: boolean; minutes: SagaMinute[] }> {
    const from = Math.floor(now().getTime() / MINUTE_MS - (minutes - 1)) * MINUTE_MS;
    const rows = await this.source.query<(SagaMinute & { read: number })[]>(
      `WITH lately AS (
         SELECT definition, status, date_trunc('minute', created_at) AS at FROM saga.sagas
         WHERE id > $2 ORDER BY id DESC LIMIT $3
       )
       SELECT at, count(*) FILTER (WHERE definition = $1)::int AS begun,
         count(*) FILTER (WHERE definition = $1 AND status = 'completed')::int AS completed,
         count(*) FILTER (WHERE definition = $1 AND status = 'compensated')::int AS compensated,
         (SELECT count(*)::int FROM lately) AS read
       FROM lately WHERE at >= $4 GROUP BY at ORDER BY at`,
      [definition, idsSince(from), most, new Date(from)],
    );
    return {
      all: (rows[0]?.read ?? 0) < most,
      minutes: rows.map(({ at, begun, completed, compensated }) => ({ at, begun, completed, compensated })),
    };
  }
}

interface Oldest {
  readonly id: string;
  readonly orderId: string;
  readonly step: string;
  readonly since: string;
}
