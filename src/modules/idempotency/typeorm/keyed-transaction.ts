import { claimKeys } from './claim-keys.js';
import { ClaimLost, type Claim } from '../claim.js';
import { DoorUnits, type DoorUnit } from '../ports/door-units.port.js';
import { NoUnitOpen } from '#shared/database/unit-of-work/unit-errors.js';
import { Injectable } from '@nestjs/common';
import { DataSource, QueryFailedError, type EntityManager } from 'typeorm';
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';

/** A deadlock or serialization failure that survives this many repeats is no bad luck any more (semantics 46). */
const MAX_REPEATS = 3;
/** Waiting between two runs, growing with their number so that contenders spread out. */
const PAUSE_MS = 20;

/** Serialization failure and deadlock (PostgreSQL appendix A): the database asks for the same transaction again. */
const RETRIABLE = ['40001', '40P01'];
/**
 * Unique violation: perhaps with what a repetition of this very request has just committed, whose record is found by the
 * second run. A violation of another kind is there again.
 */
const UNIQUE_VIOLATION = '23505';

const ambient = new AsyncLocalStorage<EntityManager>();

/**
 * One transaction around a keyed route, on the application's own data source. The route writes through `manager`; the
 * claim of its key is the last statement before the commit.
 */
@Injectable()
export class KeyedTransaction extends DoorUnits {
  constructor(private readonly source: DataSource) {
    super();
  }

  static currentManager(): EntityManager | undefined {
    return ambient.getStore();
  }

  /** Of the transaction around the current route; throws `NoUnitOpen` outside of one. */
  get manager(): EntityManager {
    const manager = ambient.getStore();
    if (!manager) throw new NoUnitOpen('a transaction');
    return manager;
  }

  async run<T>(work: (unit: DoorUnit) => Promise<T>): Promise<T> {
    for (let run = 1; ; run++) {
      try {
        return await this.source.transaction((manager) => ambient.run(manager, () => once(manager, work, run > 1)));
      } catch (error) {
        if (!mayRunAgain(error, run)) throw error;
        await pause(Math.random() * run * PAUSE_MS);
      }
    }
  }
}

async function once<T>(manager: EntityManager, work: (unit: DoorUnit) => Promise<T>, isRepeat: boolean): Promise<T> {
  const claimed: Claim[] = [];
  const result = await work({
    isRepeat,
    finish: () => Promise.resolve(),
    decidedLaterBy: () => undefined,
    claim: (claim) => void claimed.push(claim),
  });
  // Said even without a claim: a transaction in which an error was swallowed would be rolled back by its COMMIT, silently.
  const lost = await claimKeys(async (text, values) => ({ rows: await manager.query(text, values) }), claimed);
  if (lost.length > 0) throw new ClaimLost();
  return result;
}

function mayRunAgain(error: unknown, run: number): boolean {
  const { code = '' } = (error instanceof QueryFailedError ? error.driverError : {}) as { readonly code?: string };
  return code === UNIQUE_VIOLATION ? run === 1 : RETRIABLE.includes(code) && run <= MAX_REPEATS;
}
