import { GetOutbox, type OutboxView } from '../contract/index.js';
import { OutboxLagStore } from '#shared/messaging/outbox-lag.store.js';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';

@QueryHandler(GetOutbox)
export class GetOutboxHandler implements IQueryHandler<GetOutbox> {
  constructor(private readonly outbox: OutboxLagStore) {}

  async execute(): Promise<OutboxView> {
    const { consumers, ...lag } = await this.outbox.read();
    return { ...lag, items: consumers, nextCursor: null };
  }
}
