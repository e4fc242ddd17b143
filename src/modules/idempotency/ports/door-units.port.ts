import type { Claim } from '../claim.js';
import type { OperationIdentity } from '../request/operation-key.js';

/** One unit of work as the door sees it. */
export interface DoorUnit {
  /** Whether an earlier run of it could not be committed. */
  readonly isRepeat: boolean;

  /** Finishes what the route has left to be done before its commit. */
  finish(): Promise<void>;

  /** The id of what answers later, when the route has begun or joined such a thing; undefined when this commit decides. */
  decidedLaterBy(identity: OperationIdentity, operationKey: Buffer): string | undefined;

  /** Has the commit take this key. */
  claim(claim: Claim): void;
}

/** Port: what a keyed route decides and the claim of its key are committed together, all of it or none. */
export abstract class DoorUnits {
  /**
   * Runs `work` in a new unit and commits what it did. What the database asks for again runs again from the start; a
   * claim that another request has committed first discards the unit and rejects with `ClaimLost`, every other error
   * discards it and rejects with itself.
   */
  abstract run<T>(work: (unit: DoorUnit) => Promise<T>): Promise<T>;
}
