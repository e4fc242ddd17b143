import { MESSAGE_SOURCE, type MessageSource } from './message-source.js';
import type { IncomingMessage, InboxMessage } from './inbox-message.js';
import { InboxStore } from './inbox.store.js';
import { inboxContradictions, inboxInserts, MessageKnown } from './inbox-writes.js';
import { Unit } from '../database/unit-of-work/unit.js';
import { UnitOfWork } from '../database/unit-of-work/unit-of-work.js';
import { enqueue } from '../jobs/job-writes.js';
import { newId } from '../kernel/ids.js';
import { stoppedDuplicate } from '../observability/stopped-duplicates.js';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';

const CONTRADICTS = 'It was delivered again with another meaning.';

/**
 * The message door: a message of the outside world is proved, and inserted together with the job that will apply it. When
 * `receive` returns it is durable and may be acknowledged; what it does is somebody else's, later.
 */
@Injectable()
export class MessageDoor implements OnModuleInit {
  private readonly logger = new Logger('Inbox');
  private readonly sources = new Map<string, MessageSource>();

  constructor(
    private readonly inbox: InboxStore,
    private readonly units: UnitOfWork,
    private readonly discovery: DiscoveryService,
  ) {}

  onModuleInit(): void {
    for (const { instance, metatype } of this.discovery.getProviders()) {
      const source = metatype && (Reflect.getMetadata(MESSAGE_SOURCE, metatype) as string | undefined);
      if (source) this.sources.set(source, instance as MessageSource);
    }
  }

  /**
   * Takes one delivery, the first of its message or not. Throws the source's DomainError for one that is not proved, and
   * the database's own error when nothing could be stored: then it must not be acknowledged.
   */
  async receive(source: string, raw: Buffer, proof: string | undefined): Promise<void> {
    const message = this.sources.get(source)!.open(raw, proof);
    const known = await this.inbox.find(message);
    if (known) return this.repeated(known, message, 'event');
    try {
      await this.units.run(() => this.take(message));
    } catch (error) {
      if (!(error instanceof MessageKnown)) throw error;
      const winner = await this.inbox.find(message);
      if (winner) await this.repeated(winner, message, 'inbox');
    }
  }

  /** Takes a message that was fetched from its source. Answers whether it was missing; a known one is left as it is. */
  async fetched(source: string, raw: Buffer): Promise<boolean> {
    const message = this.sources.get(source)!.read(raw);
    if (await this.inbox.find(message)) return false;
    try {
      await this.units.run(() => this.take(message));
      return true;
    } catch (error) {
      if (error instanceof MessageKnown) return false;
      throw error;
    }
  }

  private async take(message: IncomingMessage): Promise<void> {
    const id = newId();
    const { appliedBy } = message;
    Unit.current('a message').write(inboxInserts, { id, message, status: appliedBy ? 'received' : 'ignored' });
    if (appliedBy) enqueue({ name: appliedBy, key: `${id}:apply`, payload: { messageId: id } });
  }

  /** A repeat is acknowledged whatever became of the first; one that says something else is none, and is set aside. */
  private async repeated(known: InboxMessage, message: IncomingMessage, layer: 'event' | 'inbox'): Promise<void> {
    if (known.meaning.equals(message.meaning)) {
      stoppedDuplicate(layer, { messageId: known.id, detail: message.type });
      return;
    }
    await this.units.run(async (unit) => unit.write(inboxContradictions, { id: known.id, detail: CONTRADICTS }));
    this.logger.error({ messageId: known.id, event: message.eventId, type: message.type }, CONTRADICTS);
  }
}
