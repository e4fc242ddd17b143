import type { ConsumerLag } from './outbox.queries.js';
import { Query } from '@nestjs/cqrs';

export const LAYERS = ['api', 'event', 'inbox', 'job', 'step'] as const;

/** The whole service at one moment. Counts of what is open end at a bound, so that looking is always cheap. */
export interface Overview {
  readonly at: string;
  readonly sagas: {
    readonly running: number;
    readonly compensating: number;
    readonly inDoubt: number;
    readonly needsAttention: number;
  };
  /** What has been unknown for longest. */
  readonly oldestInDoubt?: {
    readonly sagaId: string;
    readonly orderId: string;
    readonly step: string;
    readonly since: string;
  };
  /** Orders by the minute in which they were placed, oldest first, the one that runs last. */
  readonly minutes: readonly {
    readonly at: string;
    readonly placed: number;
    readonly confirmed: number;
    readonly undone: number;
  }[];
  /** False when there were more orders than are counted: the older minutes show too few. */
  readonly allMinutesCounted: boolean;
  readonly inbox: { readonly received: number; readonly parked: number; readonly quarantined: number };
  readonly outbox: {
    readonly undistributed: number;
    readonly lagSeconds: number;
    readonly consumers: readonly ConsumerLag[];
  };
  readonly deadLetters: number;
  /** Repeats that each layer has stopped on the way of all orders. */
  readonly stopped: readonly { readonly layer: (typeof LAYERS)[number]; readonly count: number }[];
}

/** How the service stands now. */
export class GetOverview extends Query<Overview> {}
