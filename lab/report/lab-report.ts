import type { Handed } from '../clients/operator.js';
import type { InjectedFault } from '../faults/fault-record.js';
import type { FaultKind } from '../plan/fault-kinds.js';
import type { InFlight } from '../readings/in-flight.js';
import type { MemoryOfLife } from '../readings/memory.js';
import type { Recoveries } from '../readings/recoveries.js';

/** Something that must never be so, whoever found it. */
export interface Finding {
  /** A rule of the audit, or `lab.…`. */
  readonly rule: string;
  readonly subject: string;
  readonly detail: string;
}

/** What a run has come to; what `--json` prints, without the samples. */
export interface LabReport {
  readonly seed: number;
  /** Of faults; what came before and after is not in it. */
  readonly minutes: number;
  readonly instances: number;
  readonly leaseMs: number;
  /** RFC 3339. */
  readonly startedAt: string;
  readonly orders: {
    readonly asked: number;
    readonly made: number;
    readonly confirmed: number;
    readonly perSecond: number;
    /** From the first request to the answer, of who waited. */
    readonly answeredAfterMs: { readonly p50: number; readonly p95: number; readonly max: number };
  };
  readonly requests: {
    readonly asked: number;
    readonly lost: number;
    readonly decided: number;
    readonly statuses: Readonly<Record<string, number>>;
  };
  readonly operatorActs: Readonly<Record<string, number>>;
  readonly faults: {
    readonly planned: number;
    readonly injected: number;
    readonly byKind: Readonly<Record<FaultKind, number>>;
  };
  readonly stopped: Readonly<Record<string, number>>;
  readonly recoveryMs: Recoveries;
  readonly memory: readonly MemoryOfLife[];
  /** What had not come to rest by itself when nothing was broken any more: the operator pressed retry and redrive. */
  readonly handedToOperator: Handed;
  /** Milliseconds from the operator until nothing was under way any more; null when a minute was not enough. */
  readonly quietAfterMs: number | null;
  readonly leftOpen: { readonly inDoubt: number; readonly needsAttention: number };
  /** Instances that ended by themselves. */
  readonly diedByThemselves: number;
  /** Rows and entries that the audit has looked at. */
  readonly checked: Readonly<Record<string, number>>;
  readonly violations: number;
  readonly found: readonly Finding[];
}

/** What the drawing is made of. */
export interface Timeline {
  readonly durationMs: number;
  readonly faults: readonly InjectedFault[];
  readonly inFlight: readonly InFlight[];
}

/** 0: nothing is violated; 1: something is. */
export const exitCodeOf = ({ violations }: Pick<LabReport, 'violations'>): 0 | 1 => (violations === 0 ? 0 : 1);
