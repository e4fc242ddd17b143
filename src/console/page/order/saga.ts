/** What the API tells of an order, its sagas and their tables, as far as the page shows it. */
export interface Order {
  readonly id: string;
  readonly status: string;
  readonly customerId: string;
  readonly currency: string;
  readonly total: number;
  readonly items: readonly {
    readonly sku: string;
    readonly quantity: number;
    readonly unitPrice: number;
    readonly lineTotal: number;
  }[];
  readonly createdAt: string;
  readonly failure?: { readonly code: string; readonly detail: string };
}

export interface Saga {
  readonly id: string;
  readonly definition: string;
  readonly tenantId: string;
  readonly orderId: string;
  readonly state: string;
  readonly step?: string;
  readonly attention?: { readonly code: string; readonly detail: string };
  readonly createdAt: string;
  readonly deadlineAt?: string;
  readonly version: number;
}

export interface SagaStep {
  readonly name: string;
  readonly kind: 'forward' | 'compensation';
  readonly generation: number;
  readonly status: string;
  readonly startedAt: string;
  readonly finishedAt?: string;
}

export interface SagaDetail extends Saga {
  readonly steps: readonly SagaStep[];
  readonly attempts: readonly {
    readonly step: string;
    readonly key: string;
    readonly generation: number;
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
  readonly requests: readonly { readonly operation: string; readonly at: string; readonly status?: number }[];
  readonly acts: readonly {
    readonly id: string;
    readonly at: string;
    readonly actor: string;
    readonly act: string;
    readonly reason: string;
    readonly evidence?: string;
    readonly outcome: string;
  }[];
  readonly explain: {
    readonly why: string;
    readonly waitsFor: string;
    readonly next?: { readonly what: string; readonly at: string };
    readonly operatorMay: readonly string[];
  };
}

export interface DeclaredMarked {
  readonly name: string;
  readonly formerly?: readonly string[];
  readonly done: string;
}

export interface DeclaredSaga {
  readonly name: string;
  readonly startsOn: string;
  readonly steps: readonly (DeclaredMarked & { readonly undo?: DeclaredMarked })[];
  readonly whenUndone?: DeclaredMarked;
}
