import { TableReadings } from '#shared/database/table-readings.js';
import { METRICS } from '#shared/observability/metrics.token.js';
import { only, readGauge } from '#shared/observability/read-gauge.js';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Registry } from 'prom-client';

/** By the small index of what is open; a payment changes when it becomes unknown, and not while it stays so. */
const IN_DOUBT = `
  SELECT count(*)::int AS count, coalesce(extract(epoch FROM now() - min(updated_at)), 0)::float8 AS oldest
  FROM payments.payments WHERE status = 'unknown'`;

/** `ichido_in_doubt` and `ichido_oldest_in_doubt_seconds`: payments of which nobody knows whether they were made. */
@Injectable()
export class DoubtMetric implements OnModuleInit {
  constructor(
    @Inject(METRICS) private readonly registry: Registry,
    private readonly readings: TableReadings,
  ) {}

  onModuleInit(): void {
    const doubts = this.readings.of<{ count: number; oldest: number }>(IN_DOUBT);
    readGauge(this.registry, {
      name: 'ichido_in_doubt',
      help: 'Payments that the provider was asked for and of which nobody knows what came of it.',
      read: () => only(doubts, ({ count }) => count),
    });
    readGauge(this.registry, {
      name: 'ichido_oldest_in_doubt_seconds',
      help: 'Seconds since the one that has been in doubt for longest; 0 when there is none.',
      read: () => only(doubts, ({ oldest }) => oldest),
    });
  }
}
