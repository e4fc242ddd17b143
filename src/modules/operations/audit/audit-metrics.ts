import { AuditsStore } from './audits.store.js';
import { METRICS } from '#shared/observability/metrics.token.js';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Gauge, type Registry } from 'prom-client';

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
    this.registry.registerMetric(violations(this.store));
    this.registry.registerMetric(age(this.store));
  }
}

const violations = (store: AuditsStore): Gauge =>
  new Gauge({
    name: 'ichido_audit_violations',
    help: 'Violations that the last nightly audit found, by rule; every rule is there, also with 0.',
    labelNames: ['rule'],
    registers: [],
    async collect() {
      const rules = await store.lastRules().catch(() => []);
      this.reset();
      for (const rule of rules) this.set({ rule: rule.name }, rule.violations);
    },
  });

const age = (store: AuditsStore): Gauge =>
  new Gauge({
    name: 'ichido_audit_age_seconds',
    help: 'Seconds since the last nightly audit came to a result; absent before the first one.',
    // A label nobody sets: without one, the gauge would show 0 before the first audit.
    labelNames: ['of'],
    registers: [],
    async collect() {
      const seconds = await store.ageSeconds().catch(() => undefined);
      this.reset();
      if (seconds !== undefined) this.set({}, seconds);
    },
  });
