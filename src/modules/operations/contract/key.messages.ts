import type { ActView, Operator } from './act.view.js';
import { Command, Query } from '@nestjs/cqrs';

export const KEY_STATES = ['processing', 'decided', 'expired'] as const;

/** A key as an operator inspects it: who used it, when, for what, and what became of it. */
export interface InspectedKey {
  readonly id: string;
  readonly tenantId: string;
  readonly operation: string;
  readonly key: string;
  readonly fingerprint: string;
  readonly fingerprintVersion: number;
  readonly state: (typeof KEY_STATES)[number];
  readonly sagaId?: string;
  readonly status?: number;
  readonly code?: string;
  readonly location?: string;
  /** Of everything about the same order. */
  readonly replays: number;
  readonly createdAt: string;
  readonly decidedAt?: string;
  readonly expiresAt?: string;
  /** Why its answer is stored, or is not. */
  readonly explain: string;
}

/** Keys, newest first, older than `before`. */
export class InspectKeys extends Query<InspectedKey[]> {
  constructor(
    readonly filter: {
      readonly key?: string;
      readonly tenantId?: string;
      readonly operation?: string;
      readonly state?: InspectedKey['state'];
      readonly before?: string;
      readonly limit: number;
    },
  ) {
    super();
  }
}

/** One record by its id; undefined when there is none. */
export class InspectKey extends Query<InspectedKey | undefined> {
  constructor(readonly recordId: string) {
    super();
  }
}

/** Let a key be used anew under which nothing has happened. */
export class LetKeyGo extends Command<ActView> {
  constructor(
    readonly recordId: string,
    readonly by: Operator,
  ) {
    super();
  }
}
