import { sideBySide } from '#shared/database/side-by-side.js';
import { Unit } from '#shared/database/unit-of-work/unit.js';
import { GuardRefused, VersionConflict } from '#shared/database/unit-of-work/unit-errors.js';
import { Rank, type WriteKind } from '#shared/database/unit-of-work/write-kind.js';

/** What an order does to the counts of one SKU. */
export interface StockDelta {
  readonly sku: string;
  readonly onHand: number;
  readonly reserved: number;
  /** How many must be available for this to be allowed. */
  readonly takes: number;
}

/** The name under which a unit hears that a SKU was short. */
export const shortOf = (sku: string): string => `stock:${sku}`;

const rowOf = ({ sku }: { readonly sku: string }): string => `inventory.stock/${sku}`;

const both = (one: StockDelta, other: StockDelta): StockDelta => ({
  sku: one.sku,
  onHand: one.onHand + other.onHand,
  reserved: one.reserved + other.reserved,
  takes: one.takes + other.takes,
});

/**
 * Guarded deltas, one per SKU. The rows are locked in the order of their SKUs first, so that two orders with the same
 * products in another order cannot deadlock; the guard sits in the UPDATE, so that two buyers of the last unit cannot
 * both pass it.
 */
export const stockDeltas: WriteKind<StockDelta> = {
  name: 'stock deltas',
  rank: Rank.stock,
  identity: rowOf,
  fold: (same) => same.reduce(both),
  lost: (rows) => new GuardRefused(rows.map((row) => shortOf(row.sku))),
  async write(sql, rows) {
    const { rows: moved } = await sql<{ sku: string }>(
      `WITH wanted AS (
         ${sideBySide({ sku: 'text', on_hand: 'bigint', reserved: 'bigint', takes: 'bigint' })}
       ), locked AS MATERIALIZED (
         SELECT s.sku FROM inventory.stock s JOIN wanted USING (sku) ORDER BY s.sku FOR NO KEY UPDATE OF s
       )
       UPDATE inventory.stock s SET on_hand = s.on_hand + w.on_hand, reserved = s.reserved + w.reserved
       FROM wanted w JOIN locked USING (sku)
       WHERE s.sku = w.sku AND s.on_hand - s.reserved >= w.takes
       RETURNING s.sku`,
      [rows.map((r) => r.sku), rows.map((r) => r.onHand), rows.map((r) => r.reserved), rows.map((r) => r.takes)],
    );
    const accepted = new Set(moved.map((row) => row.sku));
    return rows.filter((row) => !accepted.has(row.sku));
  },
};

/** Adds a delta to the current unit; what is done to one SKU at one moment is written as one sum. */
export function changeStock(delta: StockDelta): void {
  Unit.current('stock').write(stockDeltas, delta);
}

/** A person's change: what was read and what it becomes. */
export interface StockRevision {
  readonly sku: string;
  readonly read: { readonly onHand: number; readonly reserved: number; readonly version: number };
  readonly becomes: {
    readonly name: string;
    readonly unitPrice: number;
    readonly currency: string;
    readonly onHand: number;
  };
}

/**
 * A person's change is written only over exactly the counts it was decided on: a sale in between would otherwise be
 * overwritten by an absolute number, or make the answer untrue.
 */
export const stockRevisions: WriteKind<StockRevision> = {
  name: 'stock revisions',
  rank: Rank.stock,
  identity: rowOf,
  lost: (rows) => new VersionConflict(`stock ${rows.map((row) => row.sku).join(', ')} changed meanwhile`),
  async write(sql, rows) {
    const lost: StockRevision[] = [];
    for (const row of rows) {
      const { name, unitPrice, currency, onHand } = row.becomes;
      const { rowCount } = await sql(
        `UPDATE inventory.stock SET name = $2, unit_price = $3, currency = $4, on_hand = $5, version = version + 1
         WHERE sku = $1 AND on_hand = $6 AND reserved = $7 AND version = $8`,
        [row.sku, name, unitPrice, currency, onHand, row.read.onHand, row.read.reserved, row.read.version],
      );
      if (rowCount !== 1) lost.push(row);
    }
    return lost;
  },
};

/** Why `onHand` changed; their sum is `onHand`. */
export interface Movement {
  readonly sku: string;
  readonly kind: 'set' | 'adjustment' | 'sale' | 'return';
  readonly delta: number;
  readonly reason?: string;
  readonly orderId?: string;
  readonly operationKey?: Buffer;
}

const movementOf = ({ sku, kind, orderId, operationKey }: Movement): string =>
  `inventory.movements/${operationKey?.toString('hex') ?? `${orderId ?? ''}/${sku}/${kind}`}`;

/** The stock ledger. DO NOTHING: the same sale or operation may be written by two units; the second decides again. */
export const movements: WriteKind<Movement> = {
  name: 'insert movements',
  rank: Rank.mechanics,
  identity: movementOf,
  lost: (rows) => new VersionConflict(`movement ${rows.map((row) => `${row.kind} of ${row.sku}`).join(', ')} exists`),
  async write(sql, rows) {
    const { rows: written } = await sql<Movement>(
      `INSERT INTO inventory.movements (sku, kind, delta, reason, order_id, operation_key)
       ${sideBySide({ sku: 'text', kind: 'text', delta: 'bigint', reason: 'text', order_id: 'uuid', operation_key: 'bytea' })}
       ON CONFLICT DO NOTHING
       RETURNING sku, kind, order_id AS "orderId", operation_key AS "operationKey"`,
      [
        rows.map((row) => row.sku),
        rows.map((row) => row.kind),
        rows.map((row) => row.delta),
        rows.map((row) => row.reason ?? null),
        rows.map((row) => row.orderId ?? null),
        rows.map((row) => row.operationKey ?? null),
      ],
    );
    const accepted = new Set(written.map(movementOf));
    return rows.filter((row) => !accepted.has(movementOf(row)));
  },
};
