import type { IncomingMessage, InboxStatus } from './inbox-message.js';
import { VersionConflict } from '../database/unit-of-work/unit-errors.js';
import { inOrder, Rank, type WriteKind } from '../database/unit-of-work/write-kind.js';

/** Another delivery of the same message was inserted first; nothing of this one is written. */
export class MessageKnown extends Error {
  override readonly name = 'MessageKnown';
}

export interface InboxRow {
  readonly id: string;
  readonly message: IncomingMessage;
  readonly status: 'received' | 'ignored';
}

const arrivalOf = ({ message: { provider, account, eventId } }: InboxRow): string =>
  `messaging.inbox/${provider}/${account}/${eventId}`;
const messageOf = ({ id }: { readonly id: string }): string => `messaging.inbox/${id}`;

/** DO NOTHING: two deliveries of one message may race on two instances; the loser acknowledges the winner's row. */
export const inboxInserts: WriteKind<InboxRow> = {
  name: 'insert inbox',
  rank: Rank.claim,
  identity: arrivalOf,
  lost: (rows) => new MessageKnown(`known: ${rows.map(({ message }) => message.eventId).join(', ')}`),
  async write(sql, given) {
    const rows = inOrder({ identity: arrivalOf }, given);
    const { rows: inserted } = await sql<{ id: string }>(
      `INSERT INTO messaging.inbox (id, provider, account, event_id, type, meaning, raw, status, decided_at)
       SELECT v.*, CASE WHEN v.status = 'ignored' THEN now() END
       FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bytea[], $7::bytea[], $8::text[])
         AS v(id, provider, account, event_id, type, meaning, raw, status)
       ON CONFLICT DO NOTHING RETURNING id`,
      [
        rows.map((row) => row.id),
        rows.map(({ message }) => message.provider),
        rows.map(({ message }) => message.account),
        rows.map(({ message }) => message.eventId),
        rows.map(({ message }) => message.type),
        rows.map(({ message }) => message.meaning),
        rows.map(({ message }) => message.raw),
        rows.map((row) => row.status),
      ],
    );
    const accepted = new Set(inserted.map(({ id }) => id));
    return rows.filter(({ id }) => !accepted.has(id));
  },
};

export interface InboxDecision {
  readonly id: string;
  readonly status: Exclude<InboxStatus, 'received'>;
  readonly detail: string | null;
  /** The aggregate that it is about; null while nobody knows. */
  readonly aggregateId: string | null;
}

/** Only an open message can be decided: of two that decide at once the second decides again and finds it done. */
export const inboxDecisions: WriteKind<InboxDecision> = {
  name: 'decide inbox',
  rank: Rank.mechanics,
  identity: messageOf,
  lost: (rows) => new VersionConflict(`message ${rows.map(({ id }) => id).join(', ')} was decided by another unit`),
  async write(sql, rows) {
    const { rows: decided } = await sql<{ id: string }>(
      `UPDATE messaging.inbox AS i SET status = v.status, detail = v.detail, decided_at = now(),
         aggregate_id = coalesce(v.aggregate_id, i.aggregate_id)
       FROM unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[]) AS v(id, status, detail, aggregate_id)
       WHERE i.id = v.id AND i.status IN ('received', 'parked') RETURNING i.id`,
      [
        rows.map(({ id }) => id),
        rows.map(({ status }) => status),
        rows.map(({ detail }) => detail),
        rows.map(({ aggregateId }) => aggregateId),
      ],
    );
    const written = new Set(decided.map(({ id }) => id));
    return rows.filter(({ id }) => !written.has(id));
  },
};

export interface Contradiction {
  readonly id: string;
  readonly detail: string;
}

/** A message that contradicts itself is set aside whatever became of it; setting it aside twice changes nothing. */
export const inboxContradictions: WriteKind<Contradiction> = {
  name: 'quarantine inbox',
  rank: Rank.mechanics,
  identity: messageOf,
  lost: () => new Error('a message that was received is never removed'),
  async write(sql, rows) {
    await sql(
      `UPDATE messaging.inbox AS i SET status = 'quarantined', decided_at = now(),
         detail = v.detail || CASE WHEN i.status = 'received' THEN '' ELSE ' Before that it was ' || i.status || '.' END
       FROM unnest($1::uuid[], $2::text[]) AS v(id, detail) WHERE i.id = v.id AND i.status <> 'quarantined'`,
      [rows.map(({ id }) => id), rows.map(({ detail }) => detail)],
    );
    return [];
  },
};

export interface Consumption {
  readonly consumer: string;
  readonly messageId: string;
}

const consumptionOf = ({ consumer, messageId }: Consumption): string =>
  `messaging.consumptions/${consumer}/${messageId}`;

/** DO NOTHING: two jobs may apply one message at once; the loser's effects are undone with its unit (layer 3). */
export const consumptions: WriteKind<Consumption> = {
  name: 'insert consumptions',
  rank: Rank.claim,
  identity: consumptionOf,
  lost: (rows) =>
    new VersionConflict(`message ${rows.map(({ messageId }) => messageId).join(', ')} was consumed before`),
  async write(sql, rows) {
    const { rows: inserted } = await sql<Consumption>(
      `INSERT INTO messaging.consumptions (consumer, message_id) SELECT * FROM unnest($1::text[], $2::uuid[])
       ON CONFLICT DO NOTHING RETURNING consumer, message_id AS "messageId"`,
      [rows.map(({ consumer }) => consumer), rows.map(({ messageId }) => messageId)],
    );
    const accepted = new Set(inserted.map(consumptionOf));
    return rows.filter((row) => !accepted.has(consumptionOf(row)));
  },
};
