import { TableReadings } from '../database/table-readings.js';
import { METRICS } from '../observability/metrics.token.js';
import { byState, only, readGauge } from '../observability/read-gauge.js';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Registry } from 'prom-client';

/** Each by its small partial index; the sagas that are over, of which there are millions, are in none of them. */
const OPEN = `
  SELECT 'running' AS state, count(*)::int AS count FROM saga.sagas WHERE status = 'running'
  UNION ALL SELECT 'compensating', count(*)::int FROM saga.sagas WHERE status = 'compensating'`;
const IN_TROUBLE = 'SELECT count(*)::int AS count FROM saga.sagas WHERE attention IS NOT NULL';

/** `ichido_sagas` and `ichido_needs_attention`: what is under way, and what waits for a person. */
@Injectable()
export class SagasMetric implements OnModuleInit {
  constructor(
    @Inject(METRICS) private readonly registry: Registry,
    private readonly readings: TableReadings,
  ) {}

  onModuleInit(): void {
    const open = this.readings.of<{ state: string; count: number }>(OPEN);
    const inTrouble = this.readings.of<{ count: number }>(IN_TROUBLE);
    readGauge(this.registry, {
      name: 'ichido_sagas',
      help: 'Sagas that are not over, by state.',
      labelNames: ['state'],
      read: () => byState(open),
    });
    readGauge(this.registry, {
      name: 'ichido_needs_attention',
      help: 'Sagas, over or not, that a person has to look at.',
      read: () => only(inTrouble, ({ count }) => count),
    });
  }
}
