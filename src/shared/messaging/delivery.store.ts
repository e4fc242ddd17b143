import type { Message, Subscription } from './consumer.js';
import { preparedOn } from '../database/prepared.js';
import { RELAY_POOL } from './relay-pool.js';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';

/** A message on its way to one consumer. */
export interface Delivery {
  /** Where it stands among all messages; a bigint, so text. */
  readonly position: string;
  readonly message: Message;
  /** How often it has failed. */
  readonly attempts: number;
}

/** What a relay holds for one consumer. `token` is new with every claim, so a relay that lost its claim changes nothing. */
export interface Claim {
  readonly consumer: string;
  readonly token: string;
}

interface Row {
  position: string;
  message_id: string;
  tenant_id: string;
  name: string;
  aggregate_id: string;
  payload: object;
  occurred_at: Date;
  attempts: number;
}

/**
 * Takes only the first waiting message of each aggregate, SKIP LOCKED so that relays pass each other, and whatever may
 * follow it at once. As long as a first message exists nobody can take a later one of its aggregate, whoever holds the
 * first, in whatever state it is: this keeps the order, and lets a dead letter block its own aggregate only. A message
 * with a lower position that was committed later simply becomes the first one.
 */
const CLAIM = `
  WITH firsts AS MATERIALIZED (
    SELECT d.aggregate_id FROM messaging.deliveries AS d
    WHERE d.consumer = $1 AND d.dead_at IS NULL AND d.ready_at <= now() AND d.name = ANY($3::text[])
      AND d.position = (
        SELECT e.position FROM messaging.deliveries AS e
        WHERE e.consumer = d.consumer AND e.aggregate_id = d.aggregate_id ORDER BY e.position LIMIT 1)
    ORDER BY d.position LIMIT $4 FOR UPDATE OF d SKIP LOCKED
  ), nexts AS (
    SELECT n.position, bool_and(n.free) OVER (PARTITION BY firsts.aggregate_id ORDER BY n.position) AS free
    FROM firsts CROSS JOIN LATERAL (
      SELECT e.position, e.ready_at <= now() AND e.name = ANY($3::text[]) AS free FROM messaging.deliveries AS e
      WHERE e.consumer = $1 AND e.aggregate_id = firsts.aggregate_id ORDER BY e.position LIMIT $4) AS n
  ), taken AS (
    UPDATE messaging.deliveries AS d SET claim = $2, ready_at = now() + $5 * interval '1 millisecond'
    WHERE d.consumer = $1 AND d.dead_at IS NULL
      AND d.position = ANY(ARRAY(SELECT n.position FROM nexts AS n WHERE n.free ORDER BY n.position LIMIT $4))
    RETURNING d.position, d.message_id, d.tenant_id, d.name, d.aggregate_id, d.payload, d.occurred_at, d.attempts
  )
  SELECT * FROM taken ORDER BY position`;

/** Each message's state towards each consumer. Delivered rows are deleted: what is left is the backlog, and it stays small. */
@Injectable()
export class DeliveryStore {
  constructor(@Inject(RELAY_POOL) private readonly pool: Pool) {}

  /** From here on these events are kept for this consumer. Versions that know fewer of them take none away. */
  async subscribe({ consumer, events }: Subscription): Promise<void> {
    // DO NOTHING: every worker says it at its start.
    await this.pool.query(
      `INSERT INTO messaging.subscriptions (consumer, event) SELECT $1, unnest($2::text[]) ON CONFLICT DO NOTHING`,
      [consumer, events],
    );
  }

  /**
   * Moves messages from the outbox to those who want them; answers how many. One relay at a time: two would let a later
   * message of an aggregate appear before an earlier one; the others have nothing to add and do not queue up.
   */
  async distribute(limit: number): Promise<number> {
    const [row] = await preparedOn<{ taken: number }>(
      this.pool,
      `WITH turn AS MATERIALIZED (
         SELECT pg_try_advisory_xact_lock(hashtext('ichido:distribute')) AS mine
       ), taken AS (
         DELETE FROM messaging.outbox WHERE (SELECT mine FROM turn)
           AND position IN (SELECT position FROM messaging.outbox ORDER BY position LIMIT $1)
         RETURNING *
       ), kept AS (
         INSERT INTO messaging.deliveries
           (consumer, position, message_id, tenant_id, name, aggregate_id, payload, occurred_at)
         SELECT s.consumer, t.position, t.id, t.tenant_id, t.name, t.aggregate_id, t.payload, t.created_at
         FROM taken AS t JOIN messaging.subscriptions AS s ON s.event = t.name
       )
       SELECT count(*)::int AS taken FROM taken`,
      [limit],
    );
    return row!.taken;
  }

  /** Messages for this consumer that nobody works on, of events that this version knows; those of an aggregate in order. */
  async claim({ consumer, token }: Claim, events: readonly string[], limit: number, leaseMs: number) {
    const rows = await preparedOn<Row>(this.pool, CLAIM, [consumer, token, events, limit, leaseMs]);
    return rows.map(deliveryOf);
  }

  /** Whoever lives keeps what it works on. */
  async keep(claim: Claim, positions: readonly string[], leaseMs: number): Promise<void> {
    await this.holding(claim, positions, `ready_at = now() + $4 * interval '1 millisecond'`, leaseMs);
  }

  async giveBack(claim: Claim, positions: readonly string[]): Promise<void> {
    await this.holding(claim, positions, 'claim = NULL, ready_at = now()');
  }

  /** Notes a failure; answers whether that was the last one, which makes the message a dead letter. */
  async fail(claim: Claim, position: string, error: string, pausesMs: readonly number[]): Promise<boolean> {
    const { rows } = await this.pool.query<{ dead: boolean }>(
      `UPDATE messaging.deliveries SET claim = NULL, attempts = attempts + 1, error = $4,
         ready_at = coalesce(now() + ($5::bigint[])[attempts + 1] * interval '1 millisecond', 'infinity'),
         dead_at = CASE WHEN attempts + 1 > cardinality($5::bigint[]) THEN now() END
       WHERE consumer = $1 AND position = $3 AND dead_at IS NULL AND claim = $2 RETURNING dead_at IS NOT NULL AS dead`,
      [claim.consumer, claim.token, position, error, pausesMs],
    );
    return rows[0]?.dead ?? false;
  }

  /** Ends a delivery whose consumption is on record already. */
  async drop(consumer: string, { position, message }: Delivery): Promise<void> {
    await this.pool.query(
      `DELETE FROM messaging.deliveries AS d WHERE consumer = $1 AND position = $2 AND dead_at IS NULL
         AND EXISTS (SELECT 1 FROM messaging.consumptions AS c WHERE c.consumer = $1 AND c.message_id = $3)`,
      [consumer, position, message.id],
    );
  }

  /** Gives a dead letter all its attempts again under the same id; false when there is no such dead letter. */
  async redrive(consumer: string, messageId: string): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `UPDATE messaging.deliveries SET attempts = 0, dead_at = NULL, ready_at = now()
       WHERE consumer = $1 AND message_id = $2 AND dead_at IS NOT NULL`,
      [consumer, messageId],
    );
    return rowCount === 1;
  }

  private async holding({ consumer, token }: Claim, positions: readonly string[], set: string, ...more: unknown[]) {
    await this.pool.query(
      `UPDATE messaging.deliveries SET ${set} WHERE consumer = $1 AND position = ANY($3::bigint[]) AND dead_at IS NULL AND claim = $2`,
      [consumer, token, positions, ...more],
    );
  }
}

const deliveryOf = (row: Row): Delivery => ({
  position: row.position,
  attempts: row.attempts,
  message: {
    id: row.message_id,
    name: row.name,
    tenantId: row.tenant_id,
    aggregateId: row.aggregate_id,
    occurredAt: row.occurred_at,
    payload: row.payload,
  },
});
