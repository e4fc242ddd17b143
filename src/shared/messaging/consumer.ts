import { wireName, type EventType } from './event-catalog.js';
import { SetMetadata, type CustomDecorator } from '@nestjs/common';

/** A public event after its commit, as it was stored. */
export interface Message {
  /** Stable however often it is delivered. */
  readonly id: string;
  readonly name: string;
  readonly tenantId: string;
  readonly aggregateId: string;
  /** When the unit that published it was committed, by the database's clock. */
  readonly occurredAt: Date;
  readonly payload: object;
}

/**
 * Reacts to messages after their commit: at least once, those of one aggregate one after the other. What it changes is
 * committed together with the note that it has consumed the message, so the effect happens once. It runs in a unit of
 * work that it may share with other messages, must be repeatable like any handler, and enqueues a job for whatever
 * leaves the database.
 */
export interface Consumer {
  consume(message: Message): Promise<void>;
}

export const CONSUMES = 'ichido:consumes';

export interface Subscription {
  readonly consumer: string;
  readonly events: readonly string[];
}

/**
 * Names a consumer and the events that it hears from its first start on. The name is stored with every message that it
 * has consumed: another name is another consumer.
 */
export const Consumes = (consumer: string, events: readonly EventType[]): CustomDecorator =>
  SetMetadata(CONSUMES, { consumer, events: events.map(wireName) } satisfies Subscription);

/** The data of a message that is this event, undefined for any other. Messages of older versions may lack members. */
export const dataOf = <Event extends object>({ name, payload }: Message, type: EventType<Event>): Event | undefined =>
  name === wireName(type) ? (payload as Event) : undefined;
