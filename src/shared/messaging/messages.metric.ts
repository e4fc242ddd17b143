import { TableReadings } from '../database/table-readings.js';
import { METRICS } from '../observability/metrics.token.js';
import { byState, only, readGauge } from '../observability/read-gauge.js';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Registry } from 'prom-client';

/** What is settled, which is nearly all of them, is in no index and is not counted. */
const UNSETTLED = ['received', 'parked', 'quarantined']
  .map(
    (status) => `SELECT '${status}' AS state, count(*)::int AS count FROM messaging.inbox WHERE status = '${status}'`,
  )
  .join(' UNION ALL ');

/** The first of the outbox and of each consumer's backlog, along their keys: a long backlog costs no more than a short one. */
const OLDEST_UNHEARD = `
  SELECT greatest(0, extract(epoch FROM now() - least(
    (SELECT created_at FROM messaging.outbox ORDER BY position LIMIT 1),
    (SELECT min(oldest.occurred_at) FROM (SELECT DISTINCT consumer FROM messaging.subscriptions) AS s
     CROSS JOIN LATERAL (
       SELECT d.occurred_at FROM messaging.deliveries AS d WHERE d.consumer = s.consumer AND d.dead_at IS NULL
       ORDER BY d.position LIMIT 1) AS oldest))))::float8 AS seconds`;

const DEAD = 'SELECT count(*)::int AS count FROM messaging.deliveries WHERE dead_at IS NOT NULL';

/** `ichido_inbox`, `ichido_outbox_lag_seconds` and `ichido_jobs_dead`: what has come in, and what has not gone out. */
@Injectable()
export class MessagesMetric implements OnModuleInit {
  constructor(
    @Inject(METRICS) private readonly registry: Registry,
    private readonly readings: TableReadings,
  ) {}

  onModuleInit(): void {
    const unsettled = this.readings.of<{ state: string; count: number }>(UNSETTLED);
    const unheard = this.readings.of<{ seconds: number }>(OLDEST_UNHEARD);
    const dead = this.readings.of<{ count: number }>(DEAD);
    readGauge(this.registry, {
      name: 'ichido_inbox',
      help: 'Messages of the provider that are not settled, by state.',
      labelNames: ['state'],
      read: () => byState(unsettled),
    });
    readGauge(this.registry, {
      name: 'ichido_outbox_lag_seconds',
      help: 'Seconds since the oldest event that a consumer still has to hear of; 0 when there is none.',
      read: () => only(unheard, ({ seconds }) => seconds),
    });
    readGauge(this.registry, {
      name: 'ichido_jobs_dead',
      help: 'Messages that a consumer has failed at too often; each blocks what follows about its order.',
      read: () => only(dead, ({ count }) => count),
    });
  }
}
