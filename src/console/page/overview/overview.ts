/** `GET /api/operations/overview`, as far as the page shows it. */
export interface Overview {
  readonly at: string;
  readonly sagas: {
    readonly running: number;
    readonly compensating: number;
    readonly inDoubt: number;
    readonly needsAttention: number;
  };
  readonly oldestInDoubt?: {
    readonly sagaId: string;
    readonly orderId: string;
    readonly step: string;
    readonly since: string;
  };
  readonly minutes: readonly OrderMinute[];
  readonly allMinutesCounted: boolean;
  readonly inbox: { readonly received: number; readonly parked: number; readonly quarantined: number };
  readonly outbox: {
    readonly undistributed: number;
    readonly lagSeconds: number;
    readonly consumers: readonly {
      readonly consumer: string;
      readonly waiting: number;
      readonly dead: number;
      readonly oldestSeconds: number;
    }[];
  };
  readonly deadLetters: number;
  readonly stopped: readonly { readonly layer: Layer; readonly count: number }[];
}

export interface OrderMinute {
  readonly at: string;
  readonly placed: number;
  readonly confirmed: number;
  readonly undone: number;
}

/** The five layers that stop repeats. */
export type Layer = 'api' | 'event' | 'inbox' | 'job' | 'step';
