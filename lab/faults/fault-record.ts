import { FAULT_KINDS, type FaultKind } from '../plan/fault-kinds.js';

/** A fault that has happened. */
export interface InjectedFault {
  /** Milliseconds from the beginning of the run. */
  readonly at: number;
  readonly kind: FaultKind;
}

/** What was really broken; what was only planned and met nobody is not in it. */
export class FaultRecord {
  readonly injected: InjectedFault[] = [];

  /** @param beganAt of `performance.now()` */
  constructor(private readonly beganAt: number) {}

  happened(kind: FaultKind): void {
    this.injected.push({ at: Math.round(performance.now() - this.beganAt), kind });
  }

  /** How often each kind has happened, those that never did included. */
  get byKind(): Record<FaultKind, number> {
    const counts = Object.fromEntries(FAULT_KINDS.map((kind) => [kind, 0])) as Record<FaultKind, number>;
    for (const { kind } of this.injected) counts[kind]++;
    return counts;
  }
}
