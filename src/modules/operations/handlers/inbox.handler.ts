import { ActDesk, type CarriedOut } from '../acts/act-desk.js';
import { ListInbox, MatchMessage, ReplayMessage, type ActView, type MessageView } from '../contract/index.js';
import { MatchNotice, ReplayNotice, type ReopenedNotice } from '#modules/payments/contract/index.js';
import { GetOrder } from '#modules/orders/contract/index.js';
import { InboxStore, type ListedMessage } from '#shared/messaging/inbox.store.js';
import {
  CommandBus,
  CommandHandler,
  QueryBus,
  QueryHandler,
  type ICommandHandler,
  type IQueryHandler,
} from '@nestjs/cqrs';

@QueryHandler(ListInbox)
export class ListInboxHandler implements IQueryHandler<ListInbox> {
  constructor(private readonly inbox: InboxStore) {}

  async execute({ filter: { state: status, ...filter } }: ListInbox): Promise<MessageView[]> {
    return (await this.inbox.page({ ...filter, status })).map(messageView);
  }
}

const messageView = ({ status, detail, orderId, receivedAt, decidedAt, ...message }: ListedMessage): MessageView => ({
  ...message,
  state: status,
  detail: detail ?? undefined,
  orderId: orderId ?? undefined,
  receivedAt: receivedAt.toISOString(),
  decidedAt: decidedAt?.toISOString(),
});

const afterwards = ({ expected, tenantId, orderId }: ReopenedNotice): CarriedOut => ({
  afterwards: [expected],
  tenantId,
  orderId,
});

@CommandHandler(ReplayMessage)
export class ReplayMessageHandler implements ICommandHandler<ReplayMessage> {
  constructor(
    private readonly commands: CommandBus,
    private readonly desk: ActDesk,
  ) {}

  execute({ messageId, by }: ReplayMessage): Promise<ActView> {
    return this.desk.perform({ name: 'inbox.replay', target: `message/${messageId}`, by }, async () =>
      afterwards(await this.commands.execute(new ReplayNotice(messageId))),
    );
  }
}

@CommandHandler(MatchMessage)
export class MatchMessageHandler implements ICommandHandler<MatchMessage> {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly desk: ActDesk,
  ) {}

  /** What it moves is what the order costs: a notice of another amount is refused. */
  async execute({ messageId, orderId, by }: MatchMessage): Promise<ActView> {
    const order = await this.queries.execute(new GetOrder(orderId));
    const act = {
      name: 'inbox.match',
      target: `message/${messageId}`,
      by,
      content: [orderId],
      orderId,
      stake: order?.total,
    };
    return this.desk.perform(act, async () =>
      afterwards(await this.commands.execute(new MatchNotice(messageId, orderId))),
    );
  }
}
