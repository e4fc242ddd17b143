import { METRICS } from '#shared/observability/metrics.token.js';
import { Inject, Injectable } from '@nestjs/common';
import { Counter, type Registry } from 'prom-client';

/** `ichido_replays_total` and `ichido_mismatches_total`: what keys that were used before were used for. */
@Injectable()
export class KeysMetric {
  private readonly replays: Counter;
  private readonly mismatches: Counter;

  constructor(@Inject(METRICS) registry: Registry) {
    this.replays = new Counter({
      name: 'ichido_replays_total',
      help: 'Repeated requests that this process has answered with the stored answer of the first.',
      registers: [registry],
    });
    this.mismatches = new Counter({
      name: 'ichido_mismatches_total',
      help: 'Requests that this process has refused because their key was used with another content.',
      registers: [registry],
    });
  }

  replayed(): void {
    this.replays.inc();
  }

  mismatched(): void {
    this.mismatches.inc();
  }
}
