import { Consumers } from './consumers.js';
import { DeliveryStore } from './delivery.store.js';
import { RELAY_POLICY, type RelayPolicy } from './relay-policy.js';
import { RelayLane } from './relay-lane.js';
import { WakefulLoop } from './wakeful-loop.js';
import { CONFIG } from '../config/config.token.js';
import type { Config } from '../config/config.js';
import { UnitOfWork } from '../database/unit-of-work/unit-of-work.js';
import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Brings what the outbox holds to the named consumers, in every process whose role includes working. Nothing is emitted
 * on the event bus again (semantics 37).
 */
@Injectable()
export class Relay implements OnModuleDestroy {
  private readonly logger = new Logger('Relay');
  private distributor?: WakefulLoop;
  private lanes: WakefulLoop[] = [];

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(RELAY_POLICY) private readonly policy: RelayPolicy,
    private readonly consumers: Consumers,
    private readonly store: DeliveryStore,
    private readonly units: UnitOfWork,
  ) {}

  /** Where the role includes working; returns when every consumer is known. */
  async begin(): Promise<void> {
    const consumers = this.consumers.all();
    if (this.config.role === 'api' || consumers.length === 0) return;
    for (const consumer of consumers) await this.store.subscribe(consumer);
    this.lanes = consumers.map((consumer) => {
      const lane = new RelayLane(consumer, this.store, this.units, this.policy);
      return this.loop(() => lane.deliverNext(), `delivering to ${consumer.consumer}`, 0);
    });
    this.distributor = this.loop(() => this.distribute(), 'emptying the outbox', this.policy.gatherMs);
  }

  async onModuleDestroy(): Promise<void> {
    const loops = [...this.lanes, ...(this.distributor ? [this.distributor] : [])];
    // A tenth of the grace: batches are short, and what still runs then is found by its lease and consumed once.
    await Promise.race([
      Promise.all(loops.map((loop) => loop.stop())),
      pause(this.config.shutdownGraceMs / 10, undefined, { ref: false }),
    ]);
  }

  /** A unit of this process has just committed messages. Those of other processes are found by polling. */
  nudge(): void {
    this.distributor?.wake();
  }

  /** Delivers a dead letter again, under the same id and with all its attempts; false when there is no such one. */
  async redrive(consumer: string, messageId: string): Promise<boolean> {
    const found = await this.store.redrive(consumer, messageId);
    if (found) this.wakeLanes();
    return found;
  }

  private async distribute(): Promise<boolean> {
    const taken = await this.store.distribute(this.policy.batch);
    if (taken > 0) this.wakeLanes();
    return taken === this.policy.batch;
  }

  private wakeLanes(): void {
    for (const lane of this.lanes) lane.wake();
  }

  private loop(work: () => Promise<boolean>, what: string, gatherMs: number): WakefulLoop {
    const loop = new WakefulLoop(work, { pollMs: this.policy.pollMs, gatherMs }, (error) =>
      this.logger.warn({ err: error }, `${what} failed and will be tried again`),
    );
    loop.start();
    return loop;
  }
}
