import { OrderCancelled, OrderConfirmed, PLACE_ORDER } from './contract/index.js';
import { Unit } from '#shared/database/unit-of-work/unit.js';
import { now } from '#shared/kernel/clock.js';
import { METRICS } from '#shared/observability/metrics.token.js';
import { SagaDecided } from '#shared/saga/saga-decided.js';
import type { SagaInstance } from '#shared/saga/saga.entity.js';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { EventBus } from '@nestjs/cqrs';
import { Counter, Histogram, type Registry } from 'prom-client';

/**
 * Seconds. An order that waits for nobody takes well under one; from 2 s on its caller is answered 202; a customer who
 * has to confirm takes minutes, SAGA_DEADLINE is 15 min by default, and an order in doubt is looked up hourly.
 */
const BUCKETS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600, 86_400];

/**
 * `ichido_orders_total` and `ichido_order_duration_seconds`: what this process has decided about orders, counted when it
 * is committed; in memory only.
 */
@Injectable()
export class OrdersMetric implements OnModuleInit {
  private readonly orders: Counter<'status'>;
  private readonly durations: Histogram<'status'>;

  constructor(
    @Inject(METRICS) registry: Registry,
    private readonly events: EventBus,
  ) {
    this.orders = new Counter({
      name: 'ichido_orders_total',
      help: 'Orders whose end this process has committed, by status; one that is cancelled later is counted again.',
      labelNames: ['status'],
      registers: [registry],
    });
    this.durations = new Histogram({
      name: 'ichido_order_duration_seconds',
      help: 'Seconds from the commit that took an order, or confirmed its draft, to the commit that decided it.',
      labelNames: ['status'],
      buckets: BUCKETS,
      registers: [registry],
    });
    // Zeros from the start: a rate needs a number before the first one.
    for (const status of ['confirmed', 'cancelled']) this.orders.inc({ status }, 0);
  }

  onModuleInit(): void {
    this.events.subscribe((event) => {
      const status = endOf(event);
      if (status) countWhenCommitted(() => this.orders.inc({ status }), status, this.durations);
    });
  }
}

const endOf = (event: object): 'confirmed' | 'cancelled' | undefined =>
  event instanceof OrderConfirmed ? 'confirmed' : event instanceof OrderCancelled ? 'cancelled' : undefined;

/** A unit that is run again is another unit, so nothing is counted twice. */
function countWhenCommitted(count: () => void, status: string, durations: Histogram<'status'>): void {
  const unit = Unit.currentIfAny();
  unit?.afterCommit(() => {
    count();
    const placing = unit.events.find(isPlaced)?.saga;
    if (placing) durations.observe({ status }, secondsSinceStart(placing));
  });
}

const isPlaced = (event: object): event is SagaDecided =>
  event instanceof SagaDecided && event.saga.definition === PLACE_ORDER;

/** A saga that begins and ends in one commit has not been given its time by the database. */
const secondsSinceStart = ({ createdAt, updatedAt }: SagaInstance): number =>
  Math.max(0, now().getTime() - (createdAt ?? updatedAt).getTime()) / 1_000;
