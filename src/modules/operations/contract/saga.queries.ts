import type { PastAct } from './act.view.js';
import { Query } from '@nestjs/cqrs';

export const STANDINGS = [
  'running',
  'in_doubt',
  'compensating',
  'needs_attention',
  'completed',
  'compensated',
] as const;

export type SagaStandingName = (typeof STANDINGS)[number];

interface Why {
  readonly code: string;
  readonly detail: string;
}

/** A saga as a list shows it. */
export interface SagaView {
  readonly id: string;
  readonly definition: string;
  readonly tenantId: string;
  readonly orderId: string;
  readonly state: SagaStandingName;
  /** The step that is open. */
  readonly step?: string;
  /** Why a person must look. */
  readonly attention?: Why;
  /** Why it turned back. */
  readonly failure?: Why;
  /** Why it is to turn back at its next step. */
  readonly stop?: Why;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** When it turns back by itself. */
  readonly deadlineAt?: string;
  readonly version: number;
}

/** Why something stands where it stands, and who can change that. */
export interface Explanation {
  readonly why: string;
  readonly waitsFor: 'nobody' | 'us' | 'provider' | 'customer' | 'operator';
  /** What the service does next by itself, and when. */
  readonly next?: { readonly what: string; readonly at: string };
  /** What an operator may press now. */
  readonly operatorMay: readonly string[];
}

/** A saga with everything that is known about it. */
export interface SagaDetail extends SagaView {
  readonly steps: readonly {
    readonly name: string;
    readonly kind: 'forward' | 'compensation';
    readonly generation: number;
    readonly status: string;
    readonly startedAt: string;
    readonly finishedAt?: string;
  }[];
  readonly attempts: readonly {
    readonly step: string;
    readonly key: string;
    readonly generation: number;
    readonly amount: number;
    readonly currency: string;
    readonly status: string;
    readonly providerReference?: string;
    readonly keySince: string;
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
  readonly acts: readonly PastAct[];
  readonly explain: Explanation;
}

/** One page of sagas of every tenant, newest first, older than `before`. */
export class SearchSagas extends Query<SagaView[]> {
  constructor(
    readonly filter: {
      readonly orderId?: string;
      /** A caller's idempotency key. */
      readonly key?: string;
      /** What the provider calls a payment or a refund. */
      readonly reference?: string;
      readonly state?: SagaStandingName;
      readonly tenantId?: string;
      readonly olderThanMs?: number;
      readonly before?: string;
      readonly limit: number;
    },
  ) {
    super();
  }
}

/** Undefined when there is no such saga. */
export class GetSaga extends Query<SagaDetail | undefined> {
  constructor(readonly sagaId: string) {
    super();
  }
}
