import { ActDesk } from '../acts/act-desk.js';
import { InspectKey, InspectKeys, LetKeyGo, type ActView, type InspectedKey } from '../contract/index.js';
import { explainKey } from '../explain/explain-key.js';
import { GetKey, ListKeys, ReleaseKey, type KeyView } from '#modules/idempotency/contract/index.js';
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
    return inspected(await this.queries.execute(new ListKeys(filter)), this.stopped);
  }
}

@QueryHandler(InspectKey)
export class InspectKeyHandler implements IQueryHandler<InspectKey> {
  constructor(
    private readonly queries: QueryBus,
    private readonly stopped: StoppedDuplicatesStore,
  ) {}

  async execute({ recordId }: InspectKey): Promise<InspectedKey | undefined> {
    const key = await this.queries.execute(new GetKey(recordId));
    return key && (await inspected([key], this.stopped))[0];
  }
}

async function inspected(keys: readonly KeyView[], stopped: StoppedDuplicatesStore): Promise<InspectedKey[]> {
  const replays = await stopped.replaysOf(keys.flatMap(({ sagaId }) => sagaId ?? []));
  return keys.map((key) => inspectedKey(key, (key.sagaId && replays.get(key.sagaId)) || 0));
}

const inspectedKey = (key: KeyView, replays: number): InspectedKey => ({
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
