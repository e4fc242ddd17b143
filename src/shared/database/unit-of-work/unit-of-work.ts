import { GroupCommit } from './group-commit.js';
import { isRetriable } from './retriable.js';
import { GuardRefused, VersionConflict } from './unit-errors.js';
import { Unit } from './unit.js';
import { Changes } from './changes.js';
import { History } from '../history.js';
import { hasLostItsConnection, isDatabaseUnavailable } from '../../http/database-unavailable.js';
import { traced, type OpenSpan } from '../../observability/tracing/tracing.js';
import { Injectable } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';

/** Adds what must be part of every commit (outbox rows, stored answers) after the handlers have decided. */
export type Participant = (unit: Unit) => void | Promise<void>;

/** Who opens a unit: the operations themselves, or the consumers that hear of them after their commit. */
export type Door = 'operation' | 'consumer';

/** 50 parties that touch one row at once need at most 50 rounds; more than this means that something loops. */
const MAX_RUNS = 100;
/** A deadlock or serialization failure that survives this many repeats is no bad luck any more (semantics 46). */
const MAX_DATABASE_REPEATS = 3;
/** A connection that ends is bad luck once; a second time the database is away, or the unit is what ends it. */
const MAX_LOST_CONNECTIONS = 1;
/** Waiting between two runs, growing with their number so that many contenders spread out, at most this long. */
const MAX_PAUSE_MS = 40;

/**
 * The only place from which transactions are opened. The work decides in memory and may run several times; the transaction is
 * short and holds no foreign call. Used by the three doors, by nobody else.
 */
@Injectable()
export class UnitOfWork {
  private readonly participants: Participant[] = [];
  private readonly committed: Record<Door, number> = { operation: 0, consumer: 0 };

  constructor(
    private readonly groups: GroupCommit,
    private readonly changes: Changes,
    private readonly history: History,
  ) {}

  /** Units of this process so far that were committed and that somebody waited for. */
  get commits(): number {
    return this.committed.operation;
  }

  /** Commits of this process so far that came afterwards: reactions to messages. */
  get consumerCommits(): number {
    return this.committed.consumer;
  }

  join(participant: Participant): void {
    this.participants.push(participant);
  }

  /**
   * Runs `work` inside a new unit and commits what it decided. A version conflict runs it again from the start, so does
   * (three times) a deadlock or a serialization failure, and (once) a connection that ended on the way; a refused guard
   * runs it again with that line refused; whatever was decided on a guess and cannot be checked is decided again on what
   * the database says; every other error discards the unit.
   */
  run<T>(work: (unit: Unit) => Promise<T>, door: Door = 'operation'): Promise<T> {
    return traced(
      () => ({ name: 'unit of work', isRoot: door === 'consumer', words: { 'ichido.door': door } }),
      (span) => this.untilCommitted(work, door, span),
    );
  }

  private async untilCommitted<T>(work: (unit: Unit) => Promise<T>, door: Door, span?: OpenSpan): Promise<T> {
    const refused = new Set<string>();
    let databaseRepeats = 0;
    let lostConnections = 0;
    let mayGuess = true;
    for (let run = 1; ; run++) {
      const unit = new Unit(refused, run > 1, mayGuess, this.history.now);
      let isDecided = false;
      span?.say({ 'ichido.attempt': run });
      try {
        const result = await unit.enter(async () => {
          const decided = await work(unit);
          await this.seal(unit);
          return decided;
        });
        isDecided = true;
        if (await this.commit(unit)) this.committed[door]++;
        unit.committed();
        return result;
      } catch (error) {
        mayGuess = false;
        if (unit.hasGuessed && !isDecided && !isDatabaseUnavailable(error)) {
          run--;
          continue;
        }
        if (error instanceof GuardRefused) for (const key of error.keys) refused.add(key);
        else if (isRetriable(error) && databaseRepeats < MAX_DATABASE_REPEATS) databaseRepeats++;
        else if (hasLostItsConnection(error) && lostConnections < MAX_LOST_CONNECTIONS) lostConnections++;
        else if (!(error instanceof VersionConflict)) throw error;
        if (run >= MAX_RUNS) throw error;
        if (!(error instanceof GuardRefused)) await pause(Math.random() * Math.min(run * 2, MAX_PAUSE_MS));
      }
    }
  }

  private async seal(unit: Unit): Promise<void> {
    await unit.drain();
    this.changes.collect(unit);
    for (const participant of this.participants) await participant(unit);
  }

  /** Answers whether there was anything to write. */
  private async commit(unit: Unit): Promise<boolean> {
    if (unit.writes.size === 0) return false;
    await traced(
      () => ({ name: 'commit' }),
      () => this.groups.commit(unit),
    );
    return true;
  }
}
