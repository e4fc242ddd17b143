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

  async read(): Promise<OutboxLag> {
    const [[outbox], consumers] = await Promise.all([
      this.source.query<{ undistributed: number; lag: number }[]>(
        `SELECT count(*)::int AS undistributed, ${seconds('min(created_at)')} AS lag FROM messaging.outbox`,
      ),
      this.source.query<OutboxLag['consumers'][number][]>(
        `SELECT s.consumer, count(d.position) FILTER (WHERE d.dead_at IS NULL)::int AS waiting,
           count(d.position) FILTER (WHERE d.dead_at IS NOT NULL)::int AS dead,
           ${seconds('min(d.occurred_at) FILTER (WHERE d.dead_at IS NULL)')} AS "oldestSeconds"
         FROM (SELECT DISTINCT consumer FROM messaging.subscriptions) AS s
         LEFT JOIN messaging.deliveries AS d ON d.consumer = s.consumer
         GROUP BY s.consumer ORDER BY s.consumer`,
      ),
    ]);
    const { undistributed, lag } = outbox!;
    return { undistributed, lagSeconds: Math.max(lag, ...consumers.map((one) => one.oldestSeconds)), consumers };
  }
}
