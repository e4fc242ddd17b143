import { catalogEntry } from './event-catalog.js';
import { sideBySide } from '../database/side-by-side.js';
import { Rank, type WriteKind } from '../database/unit-of-work/write-kind.js';
import type { Unit } from '../database/unit-of-work/unit.js';
import { newId } from '../kernel/ids.js';

interface OutboxRow {
  readonly id: string;
  readonly tenantId: string;
  readonly name: string;
  readonly aggregateId: string;
  readonly payload: object;
}

/** Messages leave in the transaction that made them true; their id is stable however often they are delivered. */
const outbox: WriteKind<OutboxRow> = {
  name: 'insert outbox',
  rank: Rank.mechanics,
  identity: ({ id }) => `messaging.outbox/${id}`,
  lost: () => new Error('an outbox row has a new id and cannot conflict'),
  async write(sql, rows) {
    const { rowCount } = await sql(
      `INSERT INTO messaging.outbox (id, tenant_id, name, aggregate_id, payload)
       ${sideBySide({ id: 'uuid', tenant_id: 'text', name: 'text', aggregate_id: 'uuid', payload: 'jsonb' })}`,
      [
        rows.map((row) => row.id),
        rows.map((row) => row.tenantId),
        rows.map((row) => row.name),
        rows.map((row) => row.aggregateId),
        rows.map((row) => JSON.stringify(row.payload)),
      ],
    );
    return rowCount === rows.length ? [] : rows;
  },
};

/**
 * Takes part in every commit: each public event of the unit becomes one message, in the order of publishing.
 * @param published called after the commit of a unit that had any
 */
export const publishThroughOutbox =
  (published: () => void) =>
  (unit: Unit): void => {
    for (const event of unit.events) {
      const entry = catalogEntry(event);
      if (!entry) continue;
      const { tenantId } = event as { tenantId: string };
      unit.write(outbox, {
        id: newId(),
        tenantId,
        name: entry.name,
        aggregateId: entry.aggregateId(event as never),
        payload: event,
      });
    }
    if (unit.rowsOf(outbox).length > 0) unit.afterCommit(published);
  };
