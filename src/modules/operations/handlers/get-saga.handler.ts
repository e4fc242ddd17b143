import { ActsStore } from '../acts/acts.store.js';
import { GetSaga, type SagaDetail } from '../contract/index.js';
import { explainSaga } from '../explain/explain-saga.js';
import { sagaView } from '../meant/saga-view.js';
import { ListRequests } from '#modules/idempotency/contract/index.js';
import { GetOrder, PLACE_ORDER } from '#modules/orders/contract/index.js';
import { ListAttempts, ListPaymentFacts } from '#modules/payments/contract/index.js';
import { QueuedJobsStore } from '#shared/jobs/queued-jobs.store.js';
import { now } from '#shared/kernel/clock.js';
import { SagaRuntime } from '#shared/saga/saga.runtime.js';
import { SagaHistoryStore } from '#shared/saga/saga-history.store.js';
import { SagaSearchStore } from '#shared/saga/saga-search.store.js';
import { QueryBus, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';

@QueryHandler(GetSaga)
export class GetSagaHandler implements IQueryHandler<GetSaga> {
  constructor(
    private readonly sagas: SagaSearchStore,
    private readonly history: SagaHistoryStore,
    private readonly jobs: QueuedJobsStore,
    private readonly acts: ActsStore,
    private readonly queries: QueryBus,
    private readonly runtime: SagaRuntime,
  ) {}

  async execute({ sagaId }: GetSaga): Promise<SagaDetail | undefined> {
    const saga = await this.sagas.byId(sagaId);
    if (!saga) return undefined;
    const { orderId } = saga;
    const [steps, jobs, attempts, facts, requests, acts, order] = await Promise.all([
      this.history.stepsOf(sagaId),
      this.jobs.under(sagaId),
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
      strangeStep: this.runtime.strangeStepOf(saga.definition, { status: saga.status, steps }),
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
