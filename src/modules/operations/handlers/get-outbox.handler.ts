import { GetOutbox, type OutboxView } from '../contract/index.js';
import { OutboxLagStore } from '#shared/messaging/outbox-lag.store.js';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';

/** A backlog of that size needs a person, whatever it is exactly. */
const MOST = 100_000;

@QueryHandler(GetOutbox)
export class GetOutboxHandler implements IQueryHandler<GetOutbox> {
  constructor(private readonly outbox: OutboxLagStore) {}

  async execute(): Promise<OutboxView> {
    const { consumers, ...lag } = await this.outbox.read(MOST);
    return { ...lag, items: consumers, nextCursor: null };
  }
}
