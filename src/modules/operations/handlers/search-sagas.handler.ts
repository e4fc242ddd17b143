import { SearchSagas, type SagaView } from '../contract/index.js';
import { sagaView } from '../meant/saga-view.js';
import { ListKeys } from '#modules/idempotency/contract/index.js';
import { CANCEL_ORDER, PLACE_ORDER } from '#modules/orders/contract/index.js';
import { FindByReference, ListRefunds, REFUND_PAYMENT } from '#modules/payments/contract/index.js';
import { SagaSearchStore } from '#shared/saga/saga-search.store.js';
import { QueryBus, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';

/** A key or a reference belongs to few sagas; whoever looks for one wants to see all of them. */
const OF_ONE_NAME = 100;

@QueryHandler(SearchSagas)
export class SearchSagasHandler implements IQueryHandler<SearchSagas> {
  constructor(
    private readonly sagas: SagaSearchStore,
    private readonly queries: QueryBus,
  ) {}

  async execute({ filter }: SearchSagas): Promise<SagaView[]> {
    const { orderId, key, reference, state: standing, tenantId, olderThanMs, before, limit } = filter;
    const named = await Promise.all([this.ofKey(key), this.ofReference(reference)]);
    const ids = named.filter((some) => some !== undefined).reduce<string[] | undefined>(both, undefined);
    const about = orderId === undefined ? undefined : await this.aboutOrder(orderId);
    const found = await this.sagas.page({ tenantId, standing, ids, about, olderThanMs, before, limit });
    return found.map(sagaView);
  }

  private async ofKey(key: string | undefined): Promise<string[] | undefined> {
    if (key === undefined) return undefined;
    const records = await this.queries.execute(new ListKeys({ key, limit: OF_ONE_NAME }));
    return records.flatMap(({ sagaId }) => (sagaId === undefined ? [] : [sagaId]));
  }

  private async ofReference(reference: string | undefined): Promise<string[] | undefined> {
    return reference === undefined ? undefined : [...(await this.queries.execute(new FindByReference(reference)))];
  }

  private async aboutOrder(orderId: string) {
    const refunds = await this.queries.execute(new ListRefunds(orderId));
    const correlationIds = [orderId, ...refunds.map(({ id }) => id)];
    return { correlationIds, definitions: [PLACE_ORDER, CANCEL_ORDER, REFUND_PAYMENT] };
  }
}

const both = (some: string[] | undefined, others: string[]): string[] =>
  some === undefined ? others : some.filter((id) => others.includes(id));
