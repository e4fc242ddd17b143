import type { Handed } from '../clients/operator.js';
import type { InjectedFault } from '../faults/fault-record.js';
import type { FaultKind } from '../plan/fault-kinds.js';
import type { RequestFigures } from '../clients/tally.js';
import type { InFlight } from '../readings/in-flight.js';
import type { LeftOpen } from '../readings/left-open.js';
import type { MemoryOfLife } from '../readings/memory.js';
import type { Recoveries } from '../readings/recoveries.js';
import type { PostFigures } from '../stack/post-record.js';
import type { Reconciled } from '../stack/reconciliation.js';

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
  /** Of clients and operators, before everybody asked everything once more; so are the duplicates that were stopped. */
  readonly requests: RequestFigures;
  /** Keyed requests that ended with a refusal or a failure, by its code. */
  readonly problems: Readonly<Record<string, number>>;
  readonly webhooks: PostFigures;
  readonly operatorActs: Readonly<Record<string, number>>;
  readonly faults: {
    readonly planned: number;
    readonly injected: number;
    readonly byKind: Readonly<Record<FaultKind, number>>;
  };
  readonly stopped: Readonly<Record<string, number>>;
  readonly recoveryMs: Recoveries;
  readonly memory: readonly MemoryOfLife[];
  /** The most MB that any process of the service has held; absent where this machine does not tell. */
  readonly mostMemoryMb?: number;
  /** Milliseconds until nothing moved any more that needs nobody; null when two and a half minutes were not enough. */
  readonly quietByItselfAfterMs: number | null;
  readonly reconciled: Reconciled;
  /** What had not come to rest by itself when nothing was broken any more: the operator pressed retry and redrive. */
  readonly handedToOperator: Handed;
  /** Milliseconds from the operator until nothing was under way any more; null when two and a half minutes were not enough. */
  readonly quietAfterMs: number | null;
  readonly leftOpen: LeftOpen;
  /** Starts of instances that came to nothing; most meet a database that is away. */
  readonly startsThatFailed: number;
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
