import { inOrder, Rank, type WriteKind } from '../database/unit-of-work/write-kind.js';

/** The message was consumed by another relay in the meantime: whatever this unit decided about it is discarded. */
export class AlreadyConsumed extends Error {
  override readonly name = 'AlreadyConsumed';
}

export interface Consumption {
  readonly consumer: string;
  readonly messageId: string;
  readonly position: string;
}

const consumptionOf = ({ consumer, messageId }: Consumption): string =>
  `messaging.consumptions/${consumer}/${messageId}`;

/**
 * Consuming is the first write of its unit and ends the delivery with it. ON CONFLICT: a relay whose claim has run out
 * and its successor may consume the same message at once; the second waits here for the first's commit and then finds
 * that it has lost. Of two only one can delete the delivery, even when the note of the consumption has been purged long
 * ago.
 */
export const consumptions: WriteKind<Consumption> = {
  name: 'consume messages',
  rank: Rank.claim,
  identity: consumptionOf,
  lost: (rows) => new AlreadyConsumed(`consumed before: ${rows.map((row) => row.messageId).join(', ')}`),
  async write(sql, rows) {
    const losers: Consumption[] = [];
    for (const [consumer, own] of Map.groupBy(inOrder({ identity: consumptionOf }, rows), (row) => row.consumer)) {
      const { rows: ended } = await sql<{ message_id: string }>(
        `WITH ended AS (
           DELETE FROM messaging.deliveries
           WHERE consumer = $1 AND position = ANY($3::bigint[]) AND message_id = ANY($2::uuid[]) AND dead_at IS NULL
           RETURNING message_id
         )
         INSERT INTO messaging.consumptions (consumer, message_id) SELECT $1, message_id FROM ended
         ON CONFLICT DO NOTHING RETURNING message_id`,
        [consumer, own.map((row) => row.messageId), own.map((row) => row.position)],
      );
      const won = new Set(ended.map((row) => row.message_id));
      losers.push(...own.filter((row) => !won.has(row.messageId)));
    }
    return losers;
  },
};
