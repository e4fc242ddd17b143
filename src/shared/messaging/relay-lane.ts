import { AlreadyConsumed, consumptions } from './consumption-writes.js';
import type { DeclaredConsumer } from './consumers.js';
import type { Claim, Delivery, DeliveryStore } from './delivery.store.js';
import { isOutage } from './outage.js';
import type { RelayPolicy } from './relay-policy.js';
import type { Unit } from '../database/unit-of-work/unit.js';
import type { UnitOfWork } from '../database/unit-of-work/unit-of-work.js';
import { newId } from '../kernel/ids.js';
import { aboutOrder } from '../observability/tracing/about-order.js';
import { currentSpan } from '../observability/tracing/tracing.js';
import { stoppedDuplicate } from '../observability/stopped-duplicates.js';
import { Logger } from '@nestjs/common';

/** What is kept of an error: its beginning says what happened. */
const ERROR_LENGTH = 500;

/** The way to one consumer. */
export class RelayLane {
  private readonly logger = new Logger('Relay');

  constructor(
    private readonly consumer: DeclaredConsumer,
    private readonly store: DeliveryStore,
    private readonly units: UnitOfWork,
    private readonly policy: RelayPolicy,
  ) {}

  /** Delivers one batch; answers whether there was one. Rejects when the database is away: nothing is anybody's fault. */
  async deliverNext(): Promise<boolean> {
    const claim = { consumer: this.consumer.consumer, token: newId() };
    const { events } = this.consumer;
    const batch = await this.store.claim(claim, events, this.policy.batch, this.policy.leaseMs);
    if (batch.length === 0) return false;
    const positions = batch.map(({ position }) => position);
    // A third of the lease: one renewal that is lost is no death. What is lost for good is found by its lease.
    const keeping = setInterval(
      () => void this.store.keep(claim, positions, this.policy.leaseMs).catch(() => undefined),
      this.policy.leaseMs / 3,
    );
    try {
      const failed = new Set(batch.filter(({ attempts }) => attempts > 0).map(({ message }) => message.aggregateId));
      const isSuspect = ({ message }: Delivery): boolean => failed.has(message.aggregateId);
      const delivered = await this.together(batch.filter((delivery) => !isSuspect(delivery)));
      await this.oneByOne(claim, delivered ? batch.filter(isSuspect) : batch);
    } catch (error) {
      // Only a connection may be gone; when the database is, the lease gives back.
      await this.store.giveBack(claim, positions).catch(() => undefined);
      throw error;
    } finally {
      clearInterval(keeping);
    }
    return true;
  }

  /** The usual way: many messages share one commit. */
  private async together(batch: readonly Delivery[]): Promise<boolean> {
    try {
      if (batch.length > 0) await this.consume(batch);
      return true;
    } catch (error) {
      if (isOutage(error)) throw error;
      return false;
    }
  }

  /** When one of them fails, each gets a unit of its own to find out which; what follows it in its aggregate waits. */
  private async oneByOne(claim: Claim, batch: readonly Delivery[]): Promise<void> {
    const blocked = new Set<string>();
    const waiting: string[] = [];
    for (const delivery of batch) {
      const { aggregateId } = delivery.message;
      if (blocked.has(aggregateId)) waiting.push(delivery.position);
      else if (!(await this.alone(claim, delivery))) blocked.add(aggregateId);
    }
    if (waiting.length > 0) await this.store.giveBack(claim, waiting);
  }

  private async alone(claim: Claim, delivery: Delivery): Promise<boolean> {
    try {
      await this.consume([delivery]);
      return true;
    } catch (error) {
      if (isOutage(error)) throw error;
      if (error instanceof AlreadyConsumed) {
        stoppedDuplicate('inbox', { orderId: delivery.message.aggregateId, detail: 'message' });
        await this.store.drop(claim.consumer, delivery);
        return true;
      }
      await this.fail(claim, delivery, error);
      return false;
    }
  }

  private consume(batch: readonly Delivery[]): Promise<void> {
    const { consumer, instance } = this.consumer;
    return this.units.run(async (unit: Unit) => {
      for (const { message, position } of batch) {
        currentSpan()?.isAbout(aboutOrder(message.payload));
        await instance.consume(message);
        unit.write(consumptions, { consumer, messageId: message.id, position });
      }
    }, 'consumer');
  }

  private async fail(claim: Claim, { position, message }: Delivery, error: unknown): Promise<void> {
    const { consumer } = claim;
    const dead = await this.store.fail(claim, position, String(error).slice(0, ERROR_LENGTH), this.policy.pausesMs);
    const { id: messageId, name, aggregateId } = message;
    const orderId = aboutOrder(message.payload)?.orderId;
    const about = { err: error, consumer, messageId, name, aggregateId, orderId };
    if (dead) this.logger.error(about, `${consumer} failed too often: a dead letter blocks this aggregate`);
    else this.logger.warn(about, `${consumer} failed and will hear it again`);
  }
}
