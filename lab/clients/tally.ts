import { RecoveryTimes } from '../../test/support/recovery-times.js';

/** What a client was told that no client should be. */
export interface Oddity {
  readonly subject: string;
  readonly detail: string;
}

/** Enough to see what is wrong. */
const ODDITIES_KEPT = 100;

/** How requests went, up to a moment. */
export interface RequestFigures {
  readonly asked: number;
  readonly lost: number;
  readonly decided: number;
  readonly gaveUp: number;
  readonly statuses: Readonly<Record<string, number>>;
}

/** What all clients of a run have done and met. */
export class Tally {
  asked = 0;
  /** No answer came, for whatever reason. */
  lost = 0;
  /** Requests of which the client has learned the outcome. */
  decided = 0;
  /** Wishes of clients that waited, and went away without an outcome. */
  gaveUp = 0;
  /** Orders and drafts that were asked for, each once, however often. */
  orders = 0;
  /** What operators did, by act. */
  readonly acts: Record<string, number> = {};
  /** Milliseconds from the first time that an order was asked for to its answer, for who waited. */
  readonly orderTimes = new RecoveryTimes();
  readonly statuses: Record<string, number> = {};
  readonly oddities: Oddity[] = [];
  odd = 0;

  /** As they are now, whatever comes later. */
  get requests(): RequestFigures {
    const { asked, lost, decided, gaveUp, statuses } = this;
    return { asked, lost, decided, gaveUp, statuses: { ...statuses } };
  }

  answered(status: number): void {
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
  }

  acted(act: string): void {
    this.acts[act] = (this.acts[act] ?? 0) + 1;
  }

  wasOdd(oddity: Oddity): void {
    this.odd++;
    if (this.oddities.length < ODDITIES_KEPT) this.oddities.push(oddity);
  }
}
