import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** How far the messages of this service are behind what has happened. */
export interface OutboxLag {
  /** Committed, and not yet handed to their consumers. */
  readonly undistributed: number;
  /** Seconds since the oldest message that somebody still has to hear of; 0 when there is none. */
  readonly lagSeconds: number;
  readonly consumers: readonly {
    readonly consumer: string;
    readonly waiting: number;
    readonly dead: number;
    readonly oldestSeconds: number;
  }[];
}

const seconds = (since: string): string => `coalesce(extract(epoch FROM now() - ${since}), 0)::float8`;

@Injectable()
export class OutboxLagStore {
  constructor(private readonly source: DataSource) {}

  /** @param most messages of each kind that are counted, the oldest ones; an outage may have left many more */
  async read(most: number): Promise<OutboxLag> {
    const [[outbox], consumers] = await Promise.all([
      this.source.query<{ undistributed: number; lag: number }[]>(
        `SELECT count(*)::int AS undistributed, ${seconds('min(created_at)')} AS lag
         FROM (SELECT created_at FROM messaging.outbox ORDER BY position LIMIT $1) AS oldest`,
        [most],
      ),
      this.source.query<OutboxLag['consumers'][number][]>(
        `SELECT s.consumer, a.waiting, ${seconds('a.oldest')} AS "oldestSeconds", d.dead
         FROM (SELECT DISTINCT consumer FROM messaging.subscriptions) AS s
         CROSS JOIN LATERAL (SELECT count(*)::int AS waiting, min(occurred_at) AS oldest FROM (
           SELECT occurred_at FROM messaging.deliveries WHERE consumer = s.consumer AND dead_at IS NULL
           ORDER BY position LIMIT $1) AS few) AS a
         CROSS JOIN LATERAL (SELECT count(*)::int AS dead FROM (
           SELECT 1 FROM messaging.deliveries WHERE consumer = s.consumer AND dead_at IS NOT NULL
           ORDER BY position LIMIT $1) AS few) AS d
         ORDER BY s.consumer`,
        [most],
      ),
    ]);
    const { undistributed, lag } = outbox!;
    return { undistributed, lagSeconds: Math.max(lag, ...consumers.map((one) => one.oldestSeconds)), consumers };
  }
}
