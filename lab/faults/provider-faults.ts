import type { FaultOf } from '../plan/fault-kinds.js';
import type { PlannedFault } from '../plan/planned-faults.js';
import {
  armedFaults,
  armFault,
  CAPTURES,
  clearFaults,
  type FaultMatch,
  REFUNDS,
} from '../../test/support/provider-control.js';

type Kind = FaultOf<'provider'>;

/** Whatever the service asks of the provider. */
const READS: FaultMatch = { method: 'GET', path: '/v1' };
const WRITES: FaultMatch = { method: 'POST', path: '/v1' };

/** Half of what fails fails on the way to look, so that looking is tried as hard as paying. */
const anyRequest = (extent: number): FaultMatch => (extent < 0.25 ? READS : WRITES);

const STATUSES = [500, 503, 429] as const;

/** Longer than PSP_TIMEOUT of the lab's instances, by little or by much. */
const tooLate = (extent: number): number => Math.round(1_200 + extent * 1_500);
/** So that some settle before, and some behind, the answer's own transaction. */
const soon = (extent: number): number => Math.round(50 + extent * 950);

/** What the sandbox is told to do, and to which of its requests. */
const ARMED: Readonly<Record<Kind, (extent: number) => readonly [fault: object, match: FaultMatch]>> = {
  'provider too slow': (extent) => [{ kind: 'delay', ms: tooLate(extent) }, anyRequest(extent)],
  'provider silent after the effect': (extent) => [{ kind: 'drop-after-effect' }, anyRequest(extent)],
  'provider fails before the effect': (extent) => [
    { kind: 'fail-before', status: STATUSES[Math.floor(extent * STATUSES.length)] },
    anyRequest((extent * 7) % 1),
  ],
  'provider says the key is in use': () => [{ kind: 'in-use-409' }, WRITES],
  'stored 500 with the effect': (extent) => [{ kind: 'stored-500', effect: true }, extent < 0.2 ? REFUNDS : CAPTURES],
  'stored 500 without the effect': (extent) => [
    { kind: 'stored-500', effect: false },
    extent < 0.2 ? REFUNDS : CAPTURES,
  ],
  'payment settled later': (extent) => [
    { kind: 'async-outcome', result: extent < 0.8 ? 'succeeded' : 'failed', ms: soon(extent) },
    CAPTURES,
  ],
  'refund settled later': (extent) => [{ kind: 'refund-pending', result: 'succeeded', ms: soon(extent) }, REFUNDS],
  'refund taken back later': (extent) => [{ kind: 'refund-fails-later', ms: soon(extent) }, REFUNDS],
};

/** Makes the provider misbehave at its next fitting request, and tells when that has happened. */
export class ProviderFaults {
  private readonly waiting = new Map<number, () => void>();

  constructor(private readonly url: string) {}

  async arm(kind: Kind, { extent }: PlannedFault, happened: () => void): Promise<void> {
    const [fault, match] = ARMED[kind](extent);
    this.waiting.set(await armFault(this.url, fault, match, 1), happened);
  }

  /** Tells of those that are armed no more. */
  async look(): Promise<void> {
    const known = [...this.waiting];
    const armed = new Set(await armedFaults(this.url));
    for (const [id, happened] of known) if (!armed.has(id) && this.waiting.delete(id)) happened();
  }

  /** From now on it works. */
  async clear(): Promise<void> {
    await this.look();
    this.waiting.clear();
    await clearFaults(this.url);
  }
}
