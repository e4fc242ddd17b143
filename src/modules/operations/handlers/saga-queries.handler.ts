import { ActsStore } from '../acts/acts.store.js';
import { GetSaga, SearchSagas, type SagaDetail, type SagaView } from '../contract/index.js';
import { explainSaga } from '../explain/explain-saga.js';
import { ListKeys, ListRequests } from '#modules/idempotency/contract/index.js';
import { CANCEL_ORDER, GetOrder, PLACE_ORDER } from '#modules/orders/contract/index.js';
import {
  FindByReference,
  ListAttempts,
  ListPaymentFacts,
  ListRefunds,
  REFUND_PAYMENT,
} from '#modules/payments/contract/index.js';
import { QueuedJobsStore } from '#shared/jobs/queued-jobs.store.js';
import { now } from '#shared/kernel/clock.js';
import { SagaHistoryStore } from '#shared/saga/saga-history.store.js';
import { SagaSearchStore, type FoundSaga } from '#shared/saga/saga-search.store.js';
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

const sagaView = (saga: FoundSaga): SagaView => ({
  id: saga.id,
  definition: saga.definition,
  tenantId: saga.tenantId,
  orderId: saga.orderId,
  state: standingOf(saga),
  step: saga.openStep ?? undefined,
  attention: why(saga.attention),
  failure: why(saga.failure),
  stop: why(saga.stop),
  createdAt: saga.createdAt.toISOString(),
  updatedAt: saga.updatedAt.toISOString(),
  deadlineAt: saga.deadlineAt?.toISOString(),
  version: saga.version,
});

const why = (told: { code: string; detail: string } | null): SagaView['failure'] =>
  told ? { code: told.code, detail: told.detail } : undefined;

function standingOf({ status, attention, isInDoubt }: FoundSaga): SagaView['state'] {
  if (attention) return 'needs_attention';
  return isInDoubt && (status === 'running' || status === 'compensating') ? 'in_doubt' : status;
}

@QueryHandler(GetSaga)
export class GetSagaHandler implements IQueryHandler<GetSaga> {
  constructor(
    private readonly sagas: SagaSearchStore,
    private readonly history: SagaHistoryStore,
    private readonly jobs: QueuedJobsStore,
    private readonly acts: ActsStore,
    private readonly queries: QueryBus,
  ) {}

  async execute({ sagaId }: GetSaga): Promise<SagaDetail | undefined> {
    const saga = await this.sagas.byId(sagaId);
    if (!saga) return undefined;
    const { orderId } = saga;
    const [steps, jobs, attempts, facts, requests, acts, order] = await Promise.all([
      this.history.stepsOf(sagaId),
      this.jobs.ofSaga(sagaId),
      this.queries.execute(new ListAttempts(orderId)),
      this.queries.execute(new ListPaymentFacts(orderId)),
      this.queries.execute(new ListRequests([sagaId])),
      this.acts.page({ orderId, limit: 100 }),
      this.queries.execute(new GetOrder(orderId)),
    ]);
    const explain = explainSaga({
      status: saga.status,
      isUndoable:
        saga.definition === PLACE_ORDER && ['pending', 'confirmed', 'needs_attention'].includes(order?.status ?? ''),
      openStep: saga.openStep ?? undefined,
      isInDoubt: saga.isInDoubt,
      paymentStatus: attempts[0]?.status,
      attention: saga.attention ?? undefined,
      stop: saga.stop ?? undefined,
      failure: saga.failure ?? undefined,
      jobs,
      deadlineAt: saga.deadlineAt ?? undefined,
      now: now(),
    });
    return {
      ...sagaView(saga),
      steps: steps.map(({ createdAt, finishedAt, ...step }) => ({
        ...step,
        startedAt: createdAt.toISOString(),
        finishedAt: finishedAt?.toISOString(),
      })),
      attempts,
      facts: facts.map(({ at, fact, source, step, amount, code }) => ({
        at: at.toISOString(),
        fact,
        source,
        step,
        amount,
        code,
      })),
      jobs: jobs.map(({ id, key, runsAt, isRunning, failures }) => ({
        id,
        key,
        runsAt: runsAt.toISOString(),
        isRunning,
        failures,
      })),
      requests: requests.map(({ operation, at, status }) => ({ operation, at: at.toISOString(), status })),
      acts,
      explain,
    };
  }
}
