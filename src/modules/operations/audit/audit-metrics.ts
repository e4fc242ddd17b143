import { AuditsStore } from './audits.store.js';
import { recent, type Freshness } from '#shared/kernel/recent.js';
import { METRICS } from '#shared/observability/metrics.token.js';
import { readGauge } from '#shared/observability/read-gauge.js';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Registry } from 'prom-client';

/** The other metrics of a scrape wait as long for the database, and are as old at most. */
const FRESHNESS: Freshness = { forMs: 2_000, patienceMs: 1_000 };

/**
 * Shows the last audit on every instance: how often each rule was broken, and how long ago that was found. While the
 * database is away both are absent; the other metrics are not held up by it.
 */
@Injectable()
export class AuditMetrics implements OnModuleInit {
  constructor(
    @Inject(METRICS) private readonly registry: Registry,
    private readonly store: AuditsStore,
  ) {}

  onModuleInit(): void {
    const rules = recent(() => this.store.lastRules(), FRESHNESS);
    const age = recent(() => this.store.ageSeconds(), FRESHNESS);
    readGauge(this.registry, {
      name: 'ichido_audit_violations',
      help: 'Violations that the last nightly audit found, by rule; every rule is there, also with 0.',
      labelNames: ['rule'],
      read: async () => (await rules())?.map(({ name, violations }) => ({ labels: { rule: name }, value: violations })),
    });
    readGauge(this.registry, {
      name: 'ichido_audit_age_seconds',
      help: 'Seconds since the last nightly audit came to a result; absent before the first one.',
      read: async () => {
        const value = await age();
        return value === undefined ? [] : [{ value }];
      },
    });
  }
}
