import type { LoadResult, Traffic } from '../load/load-order.ts';
import type { System, SystemName } from '../stack/system.ts';

/** What traffic is made from. */
export interface Source {
  readonly system: System;
  /** Events that the provider has about so many orders, which are placed for that; nobody has delivered them. */
  readonly eventsOfNewOrders: (orders: number) => Promise<string[]>;
}

/** Something that is measured: one kind of traffic at one system. */
export interface Measurement {
  /** Its stable name, in `--only` and in `--json`. */
  readonly name: string;
  /** For a person. */
  readonly title: string;
  readonly system: SystemName;
  readonly traffic: (source: Source) => Traffic | Promise<Traffic>;
  /** Where it is sent, when that is not where orders go. */
  readonly url?: (system: System) => string;
  /** As many as the options say when absent. */
  readonly clients?: number;
  /** Is over when everything is sent once, and has no warm-up. */
  readonly burst?: boolean;
  /** Uses up what was prepared for it, so it is measured in the first round alone. */
  readonly once?: boolean;
  /** Answers with a row as long as that is going on beside which it is measured: longer than the window. */
  readonly meanwhile?: string;
  readonly expected: readonly number[];
  readonly containing?: string;
  /**
   * `bars`: a part of the goal, measured in every round. `beside`: shows something else, once in a quick run. `keys`: needs
   * a million stored keys, so not in a quick run. `growth`: only when growth is asked for.
   */
  readonly part: 'bars' | 'beside' | 'keys' | 'growth';
}

/** What one run of a measurement has shown. Absent where this machine does not tell. */
export interface RunReading extends Omit<LoadResult, 'wrong' | 'statuses'> {
  /** Milliseconds of CPU per answer. */
  readonly cpuMs: {
    readonly system?: number;
    readonly database?: number;
    readonly provider?: number;
    readonly load?: number;
  };
  /** The most MB that each of the system's processes has held since it was started, added up. */
  readonly peakMemoryMb?: number;
  /** Writing transactions and bytes of write-ahead log per answer. */
  readonly commits: number;
  readonly walBytes: number;
  /** How long the system went on working on what the run had left, in ms, where that is known. */
  readonly quietMs?: number;
}
