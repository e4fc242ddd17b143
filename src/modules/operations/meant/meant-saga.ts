import { hasMoved, nothingThere } from '../acts/act.errors.js';
import { ListAttempts } from '#modules/payments/contract/index.js';
import { SagaSearchStore, type FoundSaga } from '#shared/saga/saga-search.store.js';
import { SagaStore } from '#shared/saga/saga.store.js';
import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';

/** The saga that an operator means, as it stands now. */
@Injectable()
export class MeantSaga {
  constructor(
    private readonly sagas: SagaSearchStore,
    private readonly store: SagaStore,
    private readonly queries: QueryBus,
  ) {}

  /** @param version what the operator has seen; compared with what the unit of this act has read and its commit guards */
  async find(sagaId: string, version?: number): Promise<FoundSaga> {
    const saga = await this.sagas.byId(sagaId);
    if (!saga) throw nothingThere('saga');
    const read = version === undefined ? undefined : await this.store.byId(sagaId);
    if (version !== undefined && read && read.version !== version) throw hasMoved(version, read.version);
    return saga;
  }

  /** Minor units that were asked of the customer. */
  async stakeOf({ orderId }: FoundSaga): Promise<number> {
    return (await this.queries.execute(new ListAttempts(orderId)))[0]?.amount ?? 0;
  }
}
