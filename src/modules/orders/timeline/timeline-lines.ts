import {
  actSentence,
  factSentence,
  jobSentence,
  noticeSentence,
  replaySentence,
  requestSentence,
  stepSentence,
  stoppedSentence,
} from './sentences.js';
import type { TimelineItem } from '../contract/index.js';
import type { RequestView } from '#modules/idempotency/contract/index.js';
import type { PaymentFactView } from '#modules/payments/contract/index.js';
import type { PastMessage } from '#shared/messaging/inbox-message.js';
import type { WaitingJob } from '#shared/jobs/waiting-jobs.store.js';
import type { StoppedOfOrder } from '#shared/observability/stopped-duplicates.store.js';
import type { PastSaga } from '#shared/saga/saga-history.store.js';

/** A line before it is sorted: one commit writes many things at one moment, and causes are told before effects. */
export interface Line extends Omit<TimelineItem, 'at'> {
  readonly at: Date;
  readonly place: number;
}

/** Within one moment: who asked, what was learned, what the saga made of it, where that led, what was stopped. */
const PLACE = { request: 0, notice: 0, told: 1, fact: 2, step: 3, outcome: 4, waiting: 5, stopped: 6 } as const;

export const toldLine = (row: Omit<Line, 'place'>): Line => ({ ...row, place: row.step ? PLACE.outcome : PLACE.told });

export const requestLine = (request: RequestView): Line => ({
  at: request.at,
  place: PLACE.request,
  kind: 'request',
  detail: requestSentence(request),
});

export const noticeLine = (notice: PastMessage): Line => ({
  at: notice.receivedAt,
  place: PLACE.notice,
  kind: 'webhook',
  detail: noticeSentence(notice),
});

export const factLine = (fact: PaymentFactView): Line => ({
  at: fact.at,
  place: PLACE.fact,
  kind: 'fact',
  step: fact.step,
  detail: factSentence(fact),
});

export function sagaLines({ steps, attention }: PastSaga): Line[] {
  const lines = steps.map((step): Line => ({
    at: step.finishedAt ?? step.createdAt,
    place: PLACE.step,
    kind: step.kind === 'compensation' ? 'compensation' : 'step',
    step: step.name,
    detail: stepSentence(step),
  }));
  if (!attention) return lines;
  const detail = `A person must look: ${attention.detail}`;
  return [...lines, { at: attention.since, place: PLACE.waiting, kind: 'operator', detail }];
}

/** What an operator did; who and why is for operators alone. */
export const actLine = ({ at, act, isDone }: { at: Date; act: string; isDone: boolean }): Line => ({
  at,
  place: PLACE.request,
  kind: 'operator',
  detail: actSentence(act, isDone),
});

export function jobLine(job: WaitingJob): Line {
  const step = job.key.split(':')[1];
  return { at: job.since, place: PLACE.waiting, kind: 'job', step, detail: jobSentence(job, step) };
}

/** One line per layer with everything that it stopped; of what the keys stopped, also how often the answer was replayed. */
export function stoppedLines(stopped: readonly StoppedOfOrder[]): Line[] {
  const lines = [...Map.groupBy(stopped, ({ layer }) => layer)].map(([layer, kinds]): Line => {
    const count = kinds.reduce((sum, kind) => sum + kind.count, 0);
    const at = new Date(Math.max(...kinds.map(({ lastAt }) => lastAt.getTime())));
    return { at, place: PLACE.stopped, kind: 'duplicate', layer, count, detail: stoppedSentence(layer, count) };
  });
  const replays = stopped
    .filter(({ layer, detail }) => layer === 'api' && detail === 'answered')
    .map(({ lastAt: at, count }): Line => {
      return { at, place: PLACE.request, kind: 'replay', count, detail: replaySentence(count) };
    });
  return [...lines, ...replays];
}

/** Oldest first. */
export const inOrder = (lines: readonly Line[]): TimelineItem[] =>
  lines
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || a.place - b.place)
    .map(({ at, kind, layer, count, step, detail }) => ({ at: at.toISOString(), kind, layer, count, step, detail }));
