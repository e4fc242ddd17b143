import { TOLD_EVENTS, toldBy } from './told-by-events.js';
import { timelineRows } from './timeline.store.js';
import { Unit } from '#shared/database/unit-of-work/unit.js';
import { Consumes, type Consumer, type Message } from '#shared/messaging/consumer.js';
import { Injectable } from '@nestjs/common';

/** Writes down what an order's events tell, for as long as the order exists. */
@Consumes('orders.timeline', TOLD_EVENTS)
@Injectable()
export class OrderTimelineConsumer implements Consumer {
  async consume(message: Message): Promise<void> {
    const { id: messageId, aggregateId: orderId, tenantId, occurredAt: at } = message;
    Unit.current('a timeline').write(timelineRows, { orderId, messageId, tenantId, at, ...toldBy(message) });
  }
}
