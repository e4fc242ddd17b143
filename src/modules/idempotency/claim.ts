import type { Answer } from './contract/answer.js';
import type { Fingerprint } from './request/fingerprint.js';
import type { OperationIdentity } from './request/operation-key.js';

/** Another request with the same identity committed first: everything this unit decided is discarded. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost';

  constructor() {
    super('the key was claimed by another request');
  }
}

/** A key that a unit takes with its commit, and the answer where that very commit decides. */
export interface Claim {
  readonly id: string;
  readonly identity: OperationIdentity;
  readonly fingerprint: Fingerprint;
  /** What will answer later; absent when this very unit decides. */
  readonly sagaId?: string;
  readonly answer?: Answer;
  readonly ttlMs: number;
}
