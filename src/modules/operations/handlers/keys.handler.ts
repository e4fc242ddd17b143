import { ActDesk } from '../acts/act-desk.js';
import { InspectKeys, LetKeyGo, type ActView, type InspectedKey } from '../contract/index.js';
import { explainKey } from '../explain/explain-key.js';
import { ListKeys, ReleaseKey, type KeyView } from '#modules/idempotency/contract/index.js';
import { StoppedDuplicatesStore } from '#shared/observability/stopped-duplicates.store.js';
import {
  CommandBus,
  CommandHandler,
  QueryBus,
  QueryHandler,
  type ICommandHandler,
  type IQueryHandler,
} from '@nestjs/cqrs';

@QueryHandler(InspectKeys)
export class InspectKeysHandler implements IQueryHandler<InspectKeys> {
  constructor(
    private readonly queries: QueryBus,
    private readonly stopped: StoppedDuplicatesStore,
  ) {}

  async execute({ filter }: InspectKeys): Promise<InspectedKey[]> {
    const keys = await this.queries.execute(new ListKeys(filter));
    const replays = await this.stopped.replaysOf(keys.flatMap(({ sagaId }) => sagaId ?? []));
    return keys.map((key) => inspected(key, (key.sagaId && replays.get(key.sagaId)) || 0));
  }
}

const inspected = (key: KeyView, replays: number): InspectedKey => ({
  ...key,
  replays,
  createdAt: key.createdAt.toISOString(),
  decidedAt: key.decidedAt?.toISOString(),
  expiresAt: key.expiresAt?.toISOString(),
  explain: explainKey(key),
});

@CommandHandler(LetKeyGo)
export class LetKeyGoHandler implements ICommandHandler<LetKeyGo> {
  constructor(
    private readonly commands: CommandBus,
    private readonly desk: ActDesk,
  ) {}

  execute({ recordId, by }: LetKeyGo): Promise<ActView> {
    return this.desk.perform({ name: 'keys.release', target: `key/${recordId}`, by }, async () => {
      const { tenantId } = await this.commands.execute(new ReleaseKey(recordId));
      return { tenantId };
    });
  }
}
