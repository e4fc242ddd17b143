import type { OpenMessage } from '#shared/messaging/inbox.store.js';

/** One side of a pair: what a book says about a payment or a refund; amounts in minor units. */
export interface Entry {
  /** What the provider calls it; absent while we do not know. */
  readonly reference?: string;
  /** What we call it; absent where nothing names one of ours. */
  readonly id?: string;
  readonly orderId?: string;
  readonly status: string;
  readonly amount: number;
  readonly currency?: string;
  readonly refunded?: number;
}

/** Two entries about the same money that contradict each other, and in what. */
export interface Difference {
  readonly what: readonly string[];
  readonly here: Entry;
  readonly there: Entry;
}

/** Both books side by side. `foreign` is what the provider holds for others than this service. */
export interface Comparison {
  readonly agree: number;
  readonly onlyThere: readonly Entry[];
  readonly onlyHere: readonly Entry[];
  readonly differ: readonly Difference[];
  readonly foreign: number;
}

/** What the provider has told since then, and how much of it never reached us. */
export interface ToldAndMissed {
  readonly listed: number;
  readonly recorded: number;
  /** Of those recorded now: what is not settled. */
  readonly open: readonly OpenMessage[];
}

export interface Report {
  readonly provider: string;
  readonly since: string;
  readonly until: string;
  readonly events: ToldAndMissed;
  readonly payments: Comparison;
  readonly refunds: Comparison;
  /** How many things somebody has to look at; 0 when the books agree. */
  readonly open: number;
}

/** How many things in a comparison somebody has to look at. */
export const openIn = ({ onlyThere, onlyHere, differ }: Comparison): number =>
  onlyThere.length + onlyHere.length + differ.length;
