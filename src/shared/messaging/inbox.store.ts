import type { InboxMessage, InboxStatus, MessageIdentity, PastMessage } from './inbox-message.js';
import { LookUps } from '../database/look-ups.js';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** How long a message may wait for what it is about (semantics 30). */
const PATIENCE = `interval '72 hours'`;

const COLUMNS = `id, provider, account, event_id AS "eventId", type, meaning, raw, status,
  received_at < now() - ${PATIENCE} AS "hasWaitedLongEnough"`;

/** A column: how many messages have a status, as far as $1. */
const counted = (status: InboxStatus): string =>
  `(SELECT count(*)::int FROM (SELECT 1 FROM messaging.inbox WHERE status = '${status}' LIMIT $1) AS few) AS ${status}`;

/** A message that is not settled, for a person to see. */
export interface OpenMessage {
  readonly eventId: string;
  readonly type: string;
  readonly status: InboxStatus;
  readonly detail: string | null;
}

/** A message as a list shows it. */
export interface ListedMessage extends OpenMessage {
  readonly id: string;
  readonly provider: string;
  readonly orderId: string | null;
  readonly receivedAt: Date;
  readonly decidedAt: Date | null;
}

/** Reads the inbox; what is written goes through a unit of work. */
@Injectable()
export class InboxStore {
  constructor(
    private readonly source: DataSource,
    private readonly lookUps: LookUps,
  ) {}

  async find({ provider, account, eventId }: MessageIdentity): Promise<InboxMessage | undefined> {
    const [message] = await this.lookUps.find<InboxMessage>(
      `SELECT ${COLUMNS} FROM messaging.inbox WHERE provider = $1 AND account = $2 AND event_id = $3`,
      [provider, account, eventId],
    );
    return message;
  }

  async byId(id: string): Promise<InboxMessage | undefined> {
    const [message] = await this.lookUps.find<InboxMessage>(`SELECT ${COLUMNS} FROM messaging.inbox WHERE id = $1`, [
      id,
    ]);
    return message;
  }

  /** Those of these events that are not settled: still to be applied, or set aside for a person. */
  openAmong(provider: string, eventIds: readonly string[]): Promise<OpenMessage[]> {
    return this.source.query<OpenMessage[]>(
      `SELECT event_id AS "eventId", type, status, detail FROM messaging.inbox
       WHERE provider = $1 AND event_id = ANY($2::text[]) AND status IN ('received', 'parked', 'quarantined')
       ORDER BY received_at, id`,
      [provider, eventIds],
    );
  }

  /** Newest first, older than `before`. */
  page({
    status = null,
    type = null,
    orderId = null,
    before = null,
    limit,
  }: {
    readonly status?: InboxStatus | null;
    readonly type?: string | null;
    readonly orderId?: string | null;
    readonly before?: string | null;
    readonly limit: number;
  }): Promise<ListedMessage[]> {
    return this.source.query<ListedMessage[]>(
      `SELECT id, provider, event_id AS "eventId", type, status, detail, aggregate_id AS "orderId",
         received_at AS "receivedAt", decided_at AS "decidedAt"
       FROM messaging.inbox
       WHERE ($1::text IS NULL OR status = $1) AND ($2::text IS NULL OR type = $2)
         AND ($3::uuid IS NULL OR aggregate_id = $3) AND ($4::uuid IS NULL OR id < $4)
       ORDER BY id DESC LIMIT $5`,
      [status, type, orderId, before, limit],
    );
  }

  /** How many messages wait, and for what; at most `most` of each are counted. */
  async backlog(most: number): Promise<Readonly<Record<'received' | 'parked' | 'quarantined', number>>> {
    const [row] = await this.source.query<Record<'received' | 'parked' | 'quarantined', number>[]>(
      `SELECT ${counted('received')}, ${counted('parked')}, ${counted('quarantined')}`,
      [most],
    );
    return row!;
  }

  /** Whether a consumer is through with a message, whatever became of the message afterwards. */
  async isConsumed(consumer: string, messageId: string): Promise<boolean> {
    const found = await this.source.query<object[]>(
      'SELECT 1 FROM messaging.consumptions WHERE consumer = $1 AND message_id = $2',
      [consumer, messageId],
    );
    return found.length > 0;
  }

  /** What came in about an aggregate, oldest first; what nobody has looked at yet is about nothing that is known. */
  about(aggregateId: string): Promise<PastMessage[]> {
    return this.source.query<PastMessage[]>(
      `SELECT type, status, received_at AS "receivedAt" FROM messaging.inbox WHERE aggregate_id = $1 ORDER BY received_at, id`,
      [aggregateId],
    );
  }

  /**
   * Open messages that no job would ever apply, the oldest first; younger ones are on their normal way. The queue is read
   * once for all of them: asked for each message, a backlog of both would cost their product.
   */
  async withoutJob(olderThanMs: number, limit: number): Promise<string[]> {
    const lost = await this.source.query<{ id: string }[]>(
      `SELECT i.id FROM messaging.inbox i
       WHERE i.status IN ('received', 'parked')
         AND i.received_at BETWEEN now() - ${PATIENCE} AND now() - $1 * interval '1 millisecond'
         AND i.id::text NOT IN (
           SELECT split_part(j.key, ':', 1) FROM graphile_worker._private_jobs j WHERE j.key LIKE '%:apply%')
       ORDER BY i.received_at LIMIT $2`,
      [olderThanMs, limit],
    );
    return lost.map(({ id }) => id);
  }
}
