import { GetTimeline, type TimelineItem } from '../contract/index.js';
import { OrdersRepository } from '../orders.repository.js';
import { CANCEL_ORDER, PLACE_ORDER } from '../contract/index.js';
import {
  actLine,
  factLine,
  inOrder,
  jobLine,
  noticeLine,
  requestLine,
  sagaLines,
  stoppedLines,
  toldLine,
} from '../timeline/timeline-lines.js';
import { TimelineStore } from '../timeline/timeline.store.js';
import { ListRequests } from '#modules/idempotency/contract/index.js';
import { ListActsOnOrder } from '#modules/operations/contract/index.js';
import { ListPaymentFacts, ListRefunds, REFUND_PAYMENT } from '#modules/payments/contract/index.js';
import { InboxStore } from '#shared/messaging/inbox.store.js';
import { WaitingJobsStore } from '#shared/jobs/waiting-jobs.store.js';
import { StoppedDuplicatesStore } from '#shared/observability/stopped-duplicates.store.js';
import { SagaHistoryStore } from '#shared/saga/saga-history.store.js';
import { QueryBus, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';

/** Puts together what each part of the service knows about an order; nothing of it is written for this alone. */
@QueryHandler(GetTimeline)
export class GetTimelineHandler implements IQueryHandler<GetTimeline> {
  constructor(
    private readonly orders: OrdersRepository,
    private readonly timeline: TimelineStore,
    private readonly sagas: SagaHistoryStore,
    private readonly stopped: StoppedDuplicatesStore,
    private readonly inbox: InboxStore,
    private readonly jobs: WaitingJobsStore,
    private readonly queries: QueryBus,
  ) {}

  async execute({ orderId, tenantId }: GetTimeline): Promise<TimelineItem[] | undefined> {
    if (!(await this.orders.find(orderId, tenantId))) return undefined;
    const refunds = await this.queries.execute(new ListRefunds(orderId));
    const subjects = [orderId, ...refunds.map(({ id }) => id)];
    const sagas = await this.sagas.about(subjects, [PLACE_ORDER, CANCEL_ORDER, REFUND_PAYMENT]);
    const sagaIds = sagas.map(({ id }) => id);
    const [told, requests, notices, facts, jobs, acts, stopped] = await Promise.all([
      this.timeline.ofOrder(orderId),
      this.queries.execute(new ListRequests(sagaIds)),
      this.inbox.about(orderId),
      this.queries.execute(new ListPaymentFacts(orderId)),
      this.jobs.ofSagas(sagaIds),
      this.queries.execute(new ListActsOnOrder(orderId)),
      this.stopped.about(subjects),
    ]);
    return inOrder([
      ...requests.map(requestLine),
      ...told.map(toldLine),
      ...notices.map(noticeLine),
      ...facts.map(factLine),
      ...sagas.flatMap(sagaLines),
      ...jobs.map(jobLine),
      ...acts.map(actLine),
      ...stoppedLines(stopped),
    ]);
  }
}
