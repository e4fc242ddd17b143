import { Chance } from './chance.js';
import { FAULT_KINDS, FAULTS, type FaultKind } from './fault-kinds.js';

/** A fault as it is meant; what it meets depends on what is under way then. */
export interface PlannedFault {
  /** Milliseconds from the beginning. */
  readonly at: number;
  readonly kind: FaultKind;
  /** The instance that it is meant for, counted from 0, where it is for one. */
  readonly instance: number;
  /** How much of it, from 0 up to 1: how long a stop lasts, which status is answered. */
  readonly extent: number;
}

export interface PlanOptions {
  readonly seed: number;
  readonly durationMs: number;
  readonly instances: number;
}

/** A quarter of the time, and no less than this: in which one instance is killed and the others live to be weighed. */
const SHORTEST_SPELL_MS = 45_000;

/** By then an instance has been stopped: only one that is not starting can be, and a start takes its time. */
const FIRST_KILL_MS = 60_000 / FAULTS['stopped for longer than a lease'].perMinute;

/** Whose turn it is to be killed at that moment. */
export const victimAt = (at: number, { durationMs, instances }: PlanOptions): number =>
  Math.floor(at / Math.max(SHORTEST_SPELL_MS, durationMs / 4)) % instances;

/**
 * The faults of a run, the earliest first; the same for the same options. Every kind comes at least once, and each kind
 * is spread over the whole time, one of it in every equal part.
 */
export function plannedFaults(options: PlanOptions): PlannedFault[] {
  const { seed, durationMs, instances } = options;
  return FAULT_KINDS.flatMap((kind) => {
    const chance = new Chance(seed, kind);
    const count = Math.max(1, Math.round((FAULTS[kind].perMinute * durationMs) / 60_000));
    const from = kind === 'killed' ? Math.min(FIRST_KILL_MS, durationMs / 4) : 0;
    return Array.from({ length: count }, (_, nth): PlannedFault => {
      // In the first half of its part, so that what waits for something has time to meet it.
      const at = Math.floor(from + ((nth + chance.share() / 2) / count) * (durationMs - from));
      const [any, extent] = [chance.between(0, instances - 1), chance.share()];
      return { at, kind, instance: kind === 'killed' ? victimAt(at, options) : any, extent };
    });
  }).toSorted((a, b) => a.at - b.at);
}
