import { KnownKey } from './door-signals.js';
import { storedFailure } from './stored-failure.js';
import { storedRefusal } from './stored-refusal.js';
import type { Visit } from './visit.js';
import { wholeAnswer } from './whole-answer.js';
import type { Answer } from '../contract/answer.js';
import { ClaimLost, type Claim } from '../claim.js';
import { keyExpired, OperationKeys } from '../operation-keys.js';
import { DoorUnits, type DoorUnit } from '../ports/door-units.port.js';
import { RecordStore } from '../ports/record-store.port.js';
import { IdempotencyRecord } from '../record.js';
import { storable } from '../storable.js';
import { loggableError } from '#shared/http/loggable-error.js';
import { now } from '#shared/kernel/clock.js';
import { newId } from '#shared/kernel/ids.js';
import { Injectable, Logger } from '@nestjs/common';

/** What the door knows when the handler is through: the record, and whether this very request made it. */
export interface Entered {
  readonly record: IdempotencyRecord;
  readonly first: boolean;
}

type Keep = (outcome: unknown, visit: Visit) => Answer | undefined;

/** Lets the handler decide, and commits what it decided together with the claim of the key: all of it, or none. */
@Injectable()
export class Claiming {
  private readonly logger = new Logger('Problem');

  constructor(
    private readonly units: DoorUnits,
    private readonly records: RecordStore,
    private readonly operationKeys: OperationKeys,
  ) {}

  /** @param keep what of an unplanned end becomes the answer of the key; null: none, for what is kept itself may fail. */
  async enter(visit: Visit, decide: () => Promise<Answer>, keep: Keep | null = this.lasting): Promise<Entered> {
    try {
      const record = await this.units.run((unit) => visit.enter(() => this.claimWith(visit, unit, decide)));
      return { record, first: true };
    } catch (outcome) {
      if (outcome instanceof KnownKey) return { record: outcome.record, first: false };
      if (outcome instanceof ClaimLost) return this.followWinner(visit, decide, keep);
      const answer = keep?.(outcome, visit);
      if (answer) return this.enter(visit, () => this.unlessKnown(visit, answer), null);
      throw outcome;
    }
  }

  /** A refusal of the business, or a failure that this route keeps; the latter is told to the log, which knows why. */
  private readonly lasting: Keep = (outcome, visit) => {
    const refusal = storedRefusal(outcome, visit.path);
    if (refusal) return refusal;
    const failure = storedFailure(outcome, visit);
    const { traceId, path } = visit;
    if (failure) this.logger.error({ traceId, path, status: failure.status, err: loggableError(outcome) });
    return failure;
  };

  private async claimWith(visit: Visit, unit: DoorUnit, decide: () => Promise<Answer>): Promise<IdempotencyRecord> {
    const answer = wholeAnswer(await decide());
    // The first run may have failed because this key made something, long ago or just now, whose uniqueness it then met.
    if (unit.isRepeat) await this.mustBeNew(visit);
    await unit.finish();
    const decidedLaterBy = unit.decidedLaterBy(visit.identity, visit.operationKey);
    const claim: Claim = {
      id: newId(),
      identity: visit.identity,
      fingerprint: visit.fingerprint(),
      ttlMs: visit.policy.ttlMs,
      ...(decidedLaterBy ? { sagaId: decidedLaterBy } : { answer: storable(answer) }),
    };
    unit.claim(claim);
    const { id, fingerprint, sagaId } = claim;
    const { tenant, operation } = visit.identity;
    return new IdempotencyRecord(
      id,
      tenant,
      operation,
      fingerprint.hash,
      fingerprint.version,
      sagaId,
      now(),
      claim.answer,
    );
  }

  /** It is claimed alone: what the handler had begun before it refused or failed is discarded with its unit. */
  private async unlessKnown(visit: Visit, answer: Answer): Promise<Answer> {
    await this.mustBeNew(visit);
    return answer;
  }

  /**
   * What a key makes is committed together with its record, so the record is looked for last: a duplicate that commits
   * in between is found by it, and only a key whose record is gone has expired.
   */
  private async mustBeNew({ identity, operationKey }: Visit): Promise<void> {
    const wasUsed = await this.operationKeys.remember(operationKey);
    const known = await this.records.find(identity);
    if (known) throw new KnownKey(known);
    if (wasUsed) throw keyExpired();
  }

  /** Whoever won answers for both. A winner whose answer has expired in between is none. */
  private async followWinner(visit: Visit, decide: () => Promise<Answer>, keep: Keep | null): Promise<Entered> {
    const record = await this.records.find(visit.identity);
    return record ? { record, first: false } : this.enter(visit, decide, keep);
  }
}
