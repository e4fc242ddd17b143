import type { Layer, StoppedCount } from './stopped-duplicates.js';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Repeats of one kind that were stopped on the way of one order. */
export interface StoppedOfOrder {
  readonly layer: Layer;
  readonly detail: string;
  readonly count: number;
  readonly lastAt: Date;
}

@Injectable()
export class StoppedDuplicatesStore {
  constructor(private readonly source: DataSource) {}

  /**
   * Adds to the counts and answers which of them had an owner: a saga's row names its order or its refund, a message's
   * its order.
   */
  async add(counts: readonly StoppedCount[]): Promise<StoppedCount[]> {
    // DO UPDATE: several processes add to one count; rows in one order, so that two of them cannot deadlock.
    const [row] = await this.source.query<{ places: number[] }[]>(
      `WITH stopped AS (
         SELECT v.place, coalesce(s.correlation_id, i.aggregate_id, v.order_id) AS order_id, v.layer, v.detail, v.count
         FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::bigint[])
           WITH ORDINALITY AS v(saga_id, message_id, order_id, layer, detail, count, place)
         LEFT JOIN saga.sagas AS s ON s.id = v.saga_id
         LEFT JOIN messaging.inbox AS i ON i.id = v.message_id
       ), added AS (
         INSERT INTO messaging.stopped_duplicates AS d (order_id, layer, detail, count, last_at)
         SELECT order_id, layer, detail, sum(count), now() FROM stopped WHERE order_id IS NOT NULL
         GROUP BY order_id, layer, detail ORDER BY order_id, layer, detail
         ON CONFLICT (order_id, layer, detail) DO UPDATE SET count = d.count + excluded.count, last_at = excluded.last_at
       ), summed AS (
         INSERT INTO messaging.stopped_totals AS t (layer, count)
         SELECT layer, sum(count) FROM stopped WHERE order_id IS NOT NULL GROUP BY layer ORDER BY layer
         ON CONFLICT (layer) DO UPDATE SET count = t.count + excluded.count
       )
       SELECT coalesce(array_agg(place::int), '{}') AS places FROM stopped WHERE order_id IS NOT NULL`,
      [
        counts.map(({ sagaId }) => sagaId ?? null),
        counts.map(({ messageId }) => messageId ?? null),
        // Whoever names a saga or a message means its order.
        counts.map(({ sagaId, messageId, orderId }) => (sagaId || messageId ? null : (orderId ?? null))),
        counts.map(({ layer }) => layer),
        counts.map(({ detail }) => detail),
        counts.map(({ count }) => count),
      ],
    );
    const written = new Set(row!.places);
    return counts.filter((_, index) => written.has(index + 1));
  }

  /** How often the stored answer was sent again to whoever asked for what these sagas are about. */
  async replaysOf(sagaIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.source.query<{ id: string; replays: number }[]>(
      `SELECT s.id, sum(d.count)::int AS replays
       FROM saga.sagas AS s JOIN messaging.stopped_duplicates AS d ON d.order_id = s.correlation_id
       WHERE s.id = ANY($1::uuid[]) AND d.layer = 'api' AND d.detail = 'answered' GROUP BY s.id`,
      [sagaIds],
    );
    return new Map(rows.map(({ id, replays }) => [id, replays]));
  }

  /** What each layer has stopped on the way of all orders; a layer that has stopped nothing is absent. */
  async totals(): Promise<ReadonlyMap<Layer, number>> {
    const rows = await this.source.query<{ layer: Layer; count: string }[]>(
      'SELECT layer, count FROM messaging.stopped_totals',
    );
    return new Map(rows.map(({ layer, count }) => [layer, Number(count)]));
  }

  /** What was stopped on the way of an order, and of whatever else went on about it under an id of its own. */
  async about(ids: readonly string[]): Promise<StoppedOfOrder[]> {
    const rows = await this.source.query<{ layer: Layer; detail: string; count: string; last_at: Date }[]>(
      `SELECT layer, detail, sum(count) AS count, max(last_at) AS last_at FROM messaging.stopped_duplicates
       WHERE order_id = ANY($1::uuid[]) GROUP BY layer, detail ORDER BY 4`,
      [ids],
    );
    return rows.map(({ layer, detail, count, last_at: lastAt }) => ({ layer, detail, count: Number(count), lastAt }));
  }
}
