import { GroupSizeMetric } from './group-size.metric.js';
import { MetricsController } from './metrics.controller.js';
import { METRICS } from './metrics.token.js';
import { stoppedDuplicates } from './stopped-duplicates.js';
import { PoolsMetric } from '../database/pools.metric.js';
import { RequestsMetric } from '../http/requests.metric.js';
import { MessagesMetric } from '../messaging/messages.metric.js';
import { SagasMetric } from '../saga/sagas.metric.js';
import { Global, Module } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';

/** `GET /metrics`: a registry of its own for each application, so that two in one process show their own numbers. */
@Global()
@Module({
  controllers: [MetricsController],
  providers: [
    { provide: METRICS, useFactory: createRegistry },
    GroupSizeMetric,
    PoolsMetric,
    RequestsMetric,
    SagasMetric,
    MessagesMetric,
  ],
  exports: [METRICS, RequestsMetric],
})
export class MetricsModule {}

function createRegistry(): Registry {
  const registry = new Registry();
  registry.registerMetric(duplicatesStopped());
  return registry;
}

const duplicatesStopped = (): Counter =>
  new Counter({
    name: 'ichido_duplicates_stopped_total',
    help: 'Repeats that each of the five layers has stopped in this process since its start.',
    labelNames: ['layer'],
    registers: [],
    collect() {
      this.reset();
      for (const [layer, count] of Object.entries(stoppedDuplicates())) this.inc({ layer }, count);
    },
  });
