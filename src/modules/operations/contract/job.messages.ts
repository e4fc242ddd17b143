import type { ActView, Operator } from './act.view.js';
import { Command, Query } from '@nestjs/cqrs';

export const JOB_STATES = ['dead', 'quarantined', 'failing', 'running', 'waiting'] as const;

export type JobState = (typeof JOB_STATES)[number];

/** Work of the service: a job in the queue, or a message that a consumer gave up. */
export interface JobView {
  /** A number for a job, `<consumer>~<message>` for a dead letter. */
  readonly id: string;
  readonly kind: 'job' | 'message';
  readonly state: JobState;
  readonly name: string;
  /** Of a job: names the piece of work. */
  readonly key?: string;
  readonly tenantId?: string;
  readonly orderId?: string;
  /** Runs or deliveries that failed. */
  readonly failures: number;
  /** Workers that died while they ran it. */
  readonly crashes: number;
  readonly error?: string;
  /** The id of its error among `errors`. */
  readonly group?: string;
  /** Messages about the same order that wait behind it. */
  readonly waitingBehind: number;
  readonly since: string;
  readonly runsAt?: string;
}

/** One error, and all dead letters that it has made. */
export interface ErrorGroup {
  readonly group: string;
  readonly consumer: string;
  readonly error?: string;
  readonly count: number;
  readonly waitingBehind: number;
  readonly oldest: string;
}

/** Oldest first, after `after`; each with its place in the list. */
export class ListJobs extends Query<(JobView & { readonly position: string })[]> {
  constructor(
    readonly filter: {
      readonly state: JobState;
      readonly group?: string;
      readonly after?: string;
      readonly limit: number;
    },
  ) {
    super();
  }
}

/** Dead letters by their error, the most frequent one first. */
export class ListErrors extends Query<ErrorGroup[]> {}

/** Give a dead letter its attempts again, or make a job due. */
export class RedriveOne extends Command<ActView> {
  constructor(
    readonly id: string,
    readonly by: Operator,
  ) {
    super();
  }
}

/** Give all dead letters of one error their attempts again, or all there are. */
export class RedriveAll extends Command<ActView> {
  constructor(
    readonly group: string | undefined,
    readonly by: Operator,
  ) {
    super();
  }
}
