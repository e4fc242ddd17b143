import type { Config } from '../config/config.js';

/** Injection token: how the relay works. */
export const RELAY_POLICY = Symbol('RELAY_POLICY');

export interface RelayPolicy {
  /** Messages per statement and unit of work. */
  readonly batch: number;
  /** Milliseconds after which what a silent relay holds is free again; a living one keeps what it works on. */
  readonly leaseMs: number;
  /** Milliseconds to wait after each failure of a message; one more failure and it is a dead letter. */
  readonly pausesMs: readonly number[];
  /** Milliseconds between two looks when nobody nudges. */
  readonly pollMs: number;
  /** Milliseconds after a nudge in which further commits join the batch. */
  readonly gatherMs: number;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

export const relayPolicy = ({ leaseMs }: Config): RelayPolicy => ({
  // The smallest size at which claiming is not what costs (measured: 100 to 1000); a failed batch repeats little.
  batch: 100,
  leaseMs,
  // Over an hour in all: long enough to notice a defect and to deploy its repair before letters die of it.
  pausesMs: [SECOND, 5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 60 * MINUTE],
  // Finds what other processes committed and whose time has come; a reaction may be this late.
  pollMs: SECOND,
  // A reaction that is not noticed as late, and no competition for the order that is still under way.
  gatherMs: 50,
});
