import { GetOverview, LAYERS, type Overview } from '../contract/index.js';
import { PLACE_ORDER } from '#modules/orders/contract/index.js';
import { now } from '#shared/kernel/clock.js';
import { InboxStore } from '#shared/messaging/inbox.store.js';
import { OutboxLagStore } from '#shared/messaging/outbox-lag.store.js';
import { StoppedDuplicatesStore } from '#shared/observability/stopped-duplicates.store.js';
import { SagaCensusStore, type OpenSagas, type SagaMinute } from '#shared/saga/saga-census.store.js';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';

/** More of one kind than a person works through; counting on would only cost. */
const MOST_OPEN = 5_000;
/** A quarter of an hour shows a change of pace, and an outage that is over. */
const MINUTES = 15;
/** Sagas that are read for it: 22 a second for a quarter of an hour, a few tens of milliseconds of the database. */
const MOST_ORDERS = 20_000;

const MINUTE_MS = 60_000;

@QueryHandler(GetOverview)
export class GetOverviewHandler implements IQueryHandler<GetOverview> {
  constructor(
    private readonly sagas: SagaCensusStore,
    private readonly inbox: InboxStore,
    private readonly outbox: OutboxLagStore,
    private readonly stopped: StoppedDuplicatesStore,
  ) {}

  async execute(): Promise<Overview> {
    // One after the other: whoever reads orders needs the connections more.
    const { oldestInDoubt, ...sagas } = await this.sagas.open(MOST_OPEN);
    const lately = await this.sagas.minutes(PLACE_ORDER, MINUTES, MOST_ORDERS);
    const inbox = await this.inbox.backlog(MOST_OPEN);
    const outbox = await this.outbox.read(MOST_OPEN);
    const stopped = await this.stopped.totals();
    return {
      at: now().toISOString(),
      sagas,
      oldestInDoubt: oldestInDoubt && doubtView(oldestInDoubt),
      minutes: everyMinute(lately.minutes),
      allMinutesCounted: lately.all,
      inbox,
      outbox,
      deadLetters: outbox.consumers.reduce((sum, { dead }) => sum + dead, 0),
      stopped: LAYERS.map((layer) => ({ layer, count: stopped.get(layer) ?? 0 })),
    };
  }
}

const doubtView = ({ id, since, ...more }: NonNullable<OpenSagas['oldestInDoubt']>): Overview['oldestInDoubt'] => ({
  sagaId: id,
  ...more,
  since: since.toISOString(),
});

/** Also those in which nothing was placed. */
function everyMinute(known: readonly SagaMinute[]): Overview['minutes'] {
  const byMinute = new Map(known.map((minute) => [minute.at.getTime(), minute]));
  const last = Math.floor(now().getTime() / MINUTE_MS) * MINUTE_MS;
  return Array.from({ length: MINUTES }, (_, index) => {
    const at = last - (MINUTES - 1 - index) * MINUTE_MS;
    const { begun = 0, completed = 0, compensated = 0 } = byMinute.get(at) ?? {};
    return { at: new Date(at).toISOString(), placed: begun, confirmed: completed, undone: compensated };
  });
}
