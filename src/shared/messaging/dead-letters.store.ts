import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** A message that a consumer has failed at too often; it blocks what follows about the same aggregate. */
export interface DeadLetter {
  readonly consumer: string;
  readonly messageId: string;
  readonly position: string;
  readonly name: string;
  readonly aggregateId: string;
  readonly tenantId: string;
  readonly attempts: number;
  readonly error: string | null;
  /** Names its error without what differs from message to message. */
  readonly group: string;
  readonly occurredAt: Date;
  readonly deadAt: Date;
  /** Messages of its aggregate that wait behind it. */
  readonly waitingBehind: number;
}

/** Where a dead letter stands: one message is dead for each consumer that has failed at it. */
export type LetterPlace = Pick<DeadLetter, 'position' | 'consumer'>;

/** Before every place: positions begin at 1. */
const FIRST: LetterPlace = { position: '0', consumer: '' };

/** All dead letters of one error. */
export interface DeadGroup {
  readonly group: string;
  readonly consumer: string;
  /** The error of the oldest one. */
  readonly error: string | null;
  readonly count: number;
  readonly waitingBehind: number;
  readonly oldest: Date;
}

/** Errors that differ in their ids and numbers alone are one error. */
const GROUP = `left(md5(d.consumer || ':' || regexp_replace(coalesce(d.error, ''),
  '[0-9a-f]{8}-[0-9a-f-]{27}|[0-9]+', '#', 'g')), 16)`;

const WAITING = `(SELECT count(*)::int FROM messaging.deliveries AS e
  WHERE e.aggregate_id = d.aggregate_id AND e.consumer = d.consumer AND e.position > d.position)`;

const SELECT = `
  SELECT d.consumer, d.message_id AS "messageId", d.position, d.name, d.aggregate_id AS "aggregateId",
    d.tenant_id AS "tenantId", d.attempts, d.error, ${GROUP} AS "group", d.occurred_at AS "occurredAt",
    d.dead_at AS "deadAt", ${WAITING} AS "waitingBehind"
  FROM messaging.deliveries AS d WHERE d.dead_at IS NOT NULL`;

/** Reads the dead letters among the deliveries, which are a backlog and stay few. */
@Injectable()
export class DeadLettersStore {
  constructor(private readonly source: DataSource) {}

  /** Oldest first, after the place `after`; of one group when it is named. */
  page(limit: number, after: LetterPlace = FIRST, group: string | null = null): Promise<DeadLetter[]> {
    return this.source.query<DeadLetter[]>(
      `${SELECT} AND (d.position, d.consumer) > ($1::bigint, $2) AND ($3::text IS NULL OR ${GROUP} = $3)
       ORDER BY d.position, d.consumer LIMIT $4`,
      [after.position, after.consumer, group, limit],
    );
  }

  async find(consumer: string, messageId: string): Promise<DeadLetter | undefined> {
    const [letter] = await this.source.query<DeadLetter[]>(`${SELECT} AND d.consumer = $1 AND d.message_id = $2`, [
      consumer,
      messageId,
    ]);
    return letter;
  }

  groups(): Promise<DeadGroup[]> {
    return this.source.query<DeadGroup[]>(
      `SELECT ${GROUP} AS "group", d.consumer, (array_agg(d.error ORDER BY d.position))[1] AS error, count(*)::int AS count,
         sum(${WAITING})::int AS "waitingBehind", min(d.dead_at) AS oldest
       FROM messaging.deliveries AS d WHERE d.dead_at IS NOT NULL GROUP BY 1, 2 ORDER BY count DESC, 1`,
    );
  }
}
