/** Why a saga stands where it stands. */
export interface Explanation {
  readonly why: string;
  readonly waitsFor: string;
  readonly next?: { readonly what: string; readonly at: string };
  readonly operatorMay: readonly string[];
}

interface Why {
  readonly code: string;
  readonly detail: string;
}

/** A saga with everything that is known about it, as the service tells it. */
export interface SagaDocument {
  readonly id: string;
  readonly definition: string;
  readonly tenantId: string;
  readonly orderId: string;
  readonly state: string;
  readonly attention?: Why;
  readonly failure?: Why;
  readonly stop?: Why;
  readonly createdAt: string;
  readonly deadlineAt?: string;
  readonly version: number;
  readonly steps: readonly {
    readonly name: string;
    readonly kind: string;
    readonly generation: number;
    readonly status: string;
    readonly startedAt: string;
  }[];
  readonly attempts: readonly {
    readonly key: string;
    readonly amount: number;
    readonly currency: string;
    readonly status: string;
    readonly providerReference?: string;
    readonly attemptedAt: string;
  }[];
  readonly facts: readonly {
    readonly at: string;
    readonly fact: string;
    readonly source: string;
    readonly step?: string;
    readonly amount?: number;
    readonly code?: string;
  }[];
  readonly jobs: readonly {
    readonly id: string;
    readonly key: string;
    readonly runsAt: string;
    readonly isRunning: boolean;
    readonly failures: number;
  }[];
  readonly requests: readonly { readonly operation: string; readonly at: string; readonly status?: number }[];
  readonly acts: readonly {
    readonly at: string;
    readonly actor: string;
    readonly act: string;
    readonly reason: string;
    readonly outcome: string;
  }[];
  readonly explain: Explanation;
}
