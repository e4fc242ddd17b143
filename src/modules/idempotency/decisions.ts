import type { Answer } from './contract/answer.js';
import { LaterDecisions } from './ports/later-decisions.port.js';
import { RecordStore } from './ports/record-store.port.js';
import type { IdempotencyRecord } from './record.js';
import { Injectable, Optional, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';

/** One shared statement for all who wait. Ten milliseconds is what a caller does not notice; twenty times slower while
 * notifications arrive, when it only has to find what a broken connection swallowed. */
const POLL_MS = { alone: 10, notified: 200 };

/**
 * Half of the requests that a process has in flight at most (admission.ts): however patient the callers of one tenant
 * are, the others find it open. Who comes when they are that many is answered 202 without waiting.
 */
const MOST_WAITING_OF_A_TENANT = 500;

/** Who waits for which record to be decided, in this process. */
@Injectable()
export class Decisions implements OnModuleInit, OnModuleDestroy {
  private readonly waiting = new Map<string, Set<(answer?: Answer) => void>>();
  private readonly waitingOf = new Map<string, number>();
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly records: RecordStore,
    @Optional() private readonly later?: LaterDecisions,
  ) {}

  onModuleInit(): void {
    this.later?.onDecided((ids) => this.wake(ids));
  }

  onModuleDestroy(): void {
    clearTimeout(this.timer);
    this.wake([...this.waiting.keys()]);
  }

  /**
   * Returns when the record is decided, the time is over, or too many wait already: the answer, when this process has
   * just committed it; otherwise only the record tells which of them it was.
   */
  async wait({ id, tenantId }: IdempotencyRecord, ms: number): Promise<Answer | undefined> {
    const others = this.waitingOf.get(tenantId) ?? 0;
    if (ms <= 0 || others >= MOST_WAITING_OF_A_TENANT) return undefined;
    this.waitingOf.set(tenantId, others + 1);
    const answer = await this.waitFor(id, ms);
    const left = this.waitingOf.get(tenantId)! - 1;
    if (left > 0) this.waitingOf.set(tenantId, left);
    else this.waitingOf.delete(tenantId);
    return answer;
  }

  private async waitFor(recordId: string, ms: number): Promise<Answer | undefined> {
    const { promise, resolve } = Promise.withResolvers<Answer | undefined>();
    const waiters = this.waiting.get(recordId) ?? new Set();
    this.waiting.set(recordId, waiters.add(resolve));
    const giveUp = setTimeout(() => resolve(undefined), ms);
    this.poll();
    const answer = await promise;
    clearTimeout(giveUp);
    waiters.delete(resolve);
    if (waiters.size === 0) this.waiting.delete(recordId);
    return answer;
  }

  /**
   * Wakes who waits in this process for these records.
   *
   * @param answer theirs, when it is known: as it was committed, so that nobody reads it
   */
  wake(recordIds: readonly string[], answer?: Answer): void {
    for (const id of recordIds) for (const resolve of this.waiting.get(id) ?? []) resolve(answer);
  }

  private poll(): void {
    if (this.timer || this.waiting.size === 0) return;
    this.timer = setTimeout(() => void this.look(), this.later?.isHeard ? POLL_MS.notified : POLL_MS.alone);
  }

  private async look(): Promise<void> {
    // A database that is away for a moment decides nothing either; whoever waits longer than it is away is answered 202.
    const decided = await this.records.decidedAmong([...this.waiting.keys()]).catch(() => []);
    this.wake(decided);
    this.timer = undefined;
    this.poll();
  }
}
