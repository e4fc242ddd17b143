import type { IdempotencyRecord } from '../record.js';
import type { OperationIdentity } from '../request/operation-key.js';

/**
 * Port: where records are read and removed; they are written by the unit of work alone. What has expired is gone, whether
 * it has been removed or not, and what is undecided never expires (semantics 12).
 */
export abstract class RecordStore {
  /** Sees every claim that has committed, and so never reads from a replica (B011). */
  abstract find(identity: OperationIdentity): Promise<IdempotencyRecord | undefined>;

  abstract byId(id: string): Promise<IdempotencyRecord | undefined>;

  /** Which of these are decided by now. */
  abstract decidedAmong(ids: readonly string[]): Promise<string[]>;

  /** Removes what has expired until nothing is left or `stopped` says so; answers how many it were. */
  abstract removeExpired(stopped: () => boolean): Promise<number>;
}
