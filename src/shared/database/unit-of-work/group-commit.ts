import { type Begun, CommitInDoubt, inTransaction, NoAnswer } from './transaction.js';
import { Member, UnitGroup } from './unit-group.js';
import type { Unit } from './unit.js';
import { VersionConflict } from './unit-errors.js';
import { Rank, type Sql, type WriteKind } from './write-kind.js';
import { History } from '../history.js';
import { CONNECT_TIMEOUT_MS, LANE_POOL, WRITER_POOL } from '../pools.js';
import { Inject, Injectable } from '@nestjs/common';
import { DatabaseError, type Pool } from 'pg';

/** Sharing pays from the second unit on; beyond this many nothing is gained and a stumble costs more. */
const MOST_UNITS = 128;

/**
 * Others wait behind a group, so it does not wait for rows that somebody holds: a transaction of ours holds its rows for
 * a few milliseconds, and whoever holds them this long is stopped, starved or cut off.
 */
const LOCK_TIMEOUT_MS = 100;
const LOCK_NOT_AVAILABLE = '55P03';
/** Nor for a database that has fallen silent: a thousand times what a statement takes, and within a client's patience. */
const ANSWER_WITHIN_MS = 5_000;

const waitedForARow = (error: unknown): boolean => error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE;
const gaveUpWaiting = (error: unknown): boolean => waitedForARow(error) || error instanceof NoAnswer;

/** A statement that is sent behind one that failed is refused, whatever it says. */
const IN_FAILED_TRANSACTION = '25P02';
const isAftermath = (error: unknown): boolean => error instanceof DatabaseError && error.code === IN_FAILED_TRANSACTION;

const isClaim = ({ rank }: WriteKind<unknown>): boolean => rank === Rank.claim;

/** A kind that was written, and the rows of it that did not make it. */
interface Written {
  readonly kind: WriteKind<unknown>;
  readonly lost: readonly unknown[];
}

const PATIENCE = { lockTimeoutMs: LOCK_TIMEOUT_MS, answerWithinMs: ANSWER_WITHIN_MS };
/**
 * Of who goes alone and finds that all but one of the connections wait for a row: that one is everybody's in turn. A
 * whole group whose rows are held (128) has had its turn within half of the patience with which the next one waits for
 * the connection.
 */
const IN_TURN = { lockTimeoutMs: 20 };

/** Some rows did not make it; all that their transaction had written is rolled back. */
class RowsLost extends Error {
  constructor(
    readonly owners: readonly Waiting[],
    /** What a unit that wrote alone must hear. */
    readonly verdict: Error,
  ) {
    super('a group lost some of its rows');
  }
}

class Waiting extends Member {
  private readonly settled = Promise.withResolvers<void>();
  readonly written = this.settled.promise;
  readonly succeed = this.settled.resolve;
  readonly fail = this.settled.reject;
}

/**
 * Commits units, many at once when many are ready: while one group is being written the next one gathers, so that an
 * idle system waits for nobody and a busy one shares its commits. A unit never suffers for its neighbours: who has lost
 * its claim hears so at once, and whatever else goes wrong with a group, those whom it is about are written each in a
 * transaction of their own, and only what happens there is told.
 */
@Injectable()
export class GroupCommit {
  private waiting: Waiting[] = [];
  private isWriting = false;
  /** How many more of those who go alone may wait for a row as long as it takes. */
  private mayWait: number;
  private readonly listeners: ((units: number) => void)[] = [];

  constructor(
    @Inject(LANE_POOL) private readonly lane: Pool,
    @Inject(WRITER_POOL) private readonly pool: Pool,
    private readonly history: History,
  ) {
    this.mayWait = pool.options.max - 1;
  }

  /** Told of every transaction that was committed for a group, and how many units shared it. */
  onGroup(listener: (units: number) => void): void {
    this.listeners.push(listener);
  }

  /** Returns when the unit is committed; throws what its own rows met. */
  commit(unit: Unit): Promise<void> {
    const member = new Waiting(unit);
    this.waiting.push(member);
    if (!this.isWriting) void this.writeGroups();
    return member.written;
  }

  private async writeGroups(): Promise<void> {
    this.isWriting = true;
    try {
      while (this.waiting.length > 0) await this.write(this.nextGroup());
    } finally {
      this.isWriting = false;
    }
  }

  /** As they came; who wants a row that is written already waits for the next one. */
  private nextGroup(): UnitGroup<Waiting> {
    const group = new UnitGroup<Waiting>();
    const later: Waiting[] = [];
    for (const member of this.waiting) {
      if (group.size < MOST_UNITS && group.hasRoomFor(member)) group.take(member);
      else later.push(member);
    }
    this.waiting = later;
    return group;
  }

  /** Writes a group, and again without those who lost; those go alone, and nobody waits for them. */
  private async write(group: UnitGroup<Waiting>): Promise<void> {
    while (group.size > 0) {
      try {
        await inTransaction(this.lane, (sql, begun) => this.writeAll(group, sql, begun), PATIENCE);
      } catch (error) {
        const wasAlone = group.size === 1;
        const leaving = error instanceof RowsLost ? error.owners : group.members;
        group.leave(leaving);
        for (const member of leaving) this.part(member, error, wasAlone);
        continue;
      }
      this.succeed(group);
      return;
    }
  }

  private succeed({ members }: UnitGroup<Waiting>): void {
    for (const member of members) member.succeed();
    for (const listener of this.listeners) listener(members.length);
  }

  /** What a unit meets that was written with others, or behind which others wait, is no verdict about it. */
  private part(member: Waiting, error: unknown, wasAlone: boolean): void {
    if (error instanceof CommitInDoubt) member.fail(error);
    else if (wasAlone && !gaveUpWaiting(error)) member.fail(error instanceof RowsLost ? error.verdict : error);
    else void this.writeAlone(member);
  }

  /**
   * Whoever waits for a row that somebody holds keeps a connection, but never the last one: others' rows are free. Who has
   * found none to wait on for as long as one waits for any connection is refused like them.
   */
  private async writeAlone(member: Waiting, since = performance.now()): Promise<void> {
    const group = new UnitGroup([member]);
    const waits = this.mayWait > 0;
    if (waits) this.mayWait--;
    try {
      await inTransaction(this.pool, (sql, begun) => this.writeAll(group, sql, begun), waits ? {} : IN_TURN);
      this.succeed(group);
    } catch (error) {
      const isInTime = performance.now() - since < CONNECT_TIMEOUT_MS;
      if (!waits && waitedForARow(error) && isInTime) void this.writeAlone(member, since);
      else member.fail(error instanceof RowsLost ? error.verdict : error);
    } finally {
      if (waits) this.mayWait++;
    }
  }

  private async writeAll(group: UnitGroup<Waiting>, sql: Sql, { history }: Begun): Promise<void> {
    this.history.heard(history);
    const outdated = group.members.filter(({ unit }) => unit.isOfAnotherHistory(history));
    if (outdated.length > 0) throw new RowsLost(outdated, new VersionConflict('the database has another history now'));
    for (const { unit } of group.members) unit.beginWriting();
    for (const kind of group.kinds.filter(isClaim)) {
      const { lost } = await this.writeRows(group, kind, sql);
      if (lost.length === 0) continue;
      const owners = group.ownersOf(kind, lost);
      // A claim is lost to what is committed already, and nothing of its unit is written yet: the others go on.
      const othersGoOn = owners.length < group.size && owners.every((member) => member.isClaimOf(kind));
      if (!othersGoOn) throw new RowsLost(owners, kind.lost(lost));
      group.leave(owners);
      for (const member of owners) member.fail(kind.lost(member.rowsOf(kind)));
    }
    // All the rest is sent without waiting for an answer in between; the database runs it in this order.
    const kinds = group.kinds.filter((kind) => !isClaim(kind));
    const written = await Promise.allSettled(kinds.map((kind) => this.writeRows(group, kind, sql)));
    this.judge(group, written);
  }

  /** Whoever met something first has the say: what comes after it in a failed transaction is not about itself. */
  private judge(group: UnitGroup<Waiting>, written: readonly PromiseSettledResult<Written>[]): void {
    const failures = written.filter((one) => one.status === 'rejected');
    const cause = failures.find(({ reason }) => !isAftermath(reason)) ?? failures[0];
    for (const one of written) {
      if (one === cause) throw cause.reason;
      if (one.status === 'fulfilled' && one.value.lost.length > 0) {
        const { kind, lost } = one.value;
        throw new RowsLost(group.ownersOf(kind, lost), kind.lost(lost));
      }
    }
  }

  /** Where a row is held by somebody, only those who write rows of its kind can be meant, and the others go on. */
  private async writeRows(group: UnitGroup<Waiting>, kind: WriteKind<unknown>, sql: Sql): Promise<Written> {
    const rows = group.rowsOf(kind);
    if (rows.length === 0) return { kind, lost: [] };
    try {
      return { kind, lost: await kind.write(sql, rows) };
    } catch (error) {
      if (!waitedForARow(error) || group.size === 1) throw error;
      throw new RowsLost(
        group.members.filter((member) => member.rowsOf(kind).length > 0),
        error as Error,
      );
    }
  }
}
