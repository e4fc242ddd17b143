import type { Snapshot } from './snapshot.js';
import { NoUnitOpen } from './unit-errors.js';
import type { WriteKind } from './write-kind.js';
import { AsyncLocalStorage } from 'node:async_hooks';

const ambient = new AsyncLocalStorage<Unit>();

/** An entity as it was read, or guessed to be: whoever decides on a guess must write it under its version. */
interface Loaded {
  readonly entity: object;
  readonly snapshot: Snapshot;
  readonly isGuess: boolean;
}

/**
 * What one unit of work has decided so far. It lives in memory only; the door writes it at commit, all or none. A unit
 * that meets a conflict is thrown away and a new one decides again.
 */
export class Unit {
  /** Domain events in the order they were published. */
  readonly events: object[] = [];
  private readonly written = new Map<WriteKind<unknown>, unknown[]>();
  private readonly inserted = new Set<object>();
  private readonly loaded = new Map<string, Loaded>();
  private readonly reliedOn = new Set<object>();
  private readonly answers = new Map<string, Promise<readonly object[]>>();
  private readonly queue: (() => Promise<void>)[] = [];
  private readonly followUps: (() => void)[] = [];
  private decidedFollowUps?: number;

  /**
   * @param refused keys that a guard of the database refused in an earlier run of this same unit
   * @param isRepeat whether an earlier run of it could not be committed
   * @param guessing whether it may begin with rows that this process has just committed, without reading them
   * @param history that of the database when it began; undefined when nobody knew it
   */
  constructor(
    private readonly refused: ReadonlySet<string> = new Set(),
    readonly isRepeat = false,
    private guessing = false,
    private readonly history?: string,
  ) {}

  /** The unit that the current call belongs to. */
  static current(what = 'a change'): Unit {
    const unit = ambient.getStore();
    if (!unit) throw new NoUnitOpen(what);
    return unit;
  }

  static currentIfAny(): Unit | undefined {
    return ambient.getStore();
  }

  enter<T>(work: () => Promise<T>): Promise<T> {
    return ambient.run(this, work);
  }

  /** Adds a row to be written at commit. */
  write<Row>(kind: WriteKind<Row>, ...rows: Row[]): void {
    const list = this.written.get(kind);
    if (list) list.push(...rows);
    else this.written.set(kind, [...rows]);
  }

  /** The rows so far of a kind, for kinds that want to fold several wishes for one row into one. */
  rowsOf<Row>(kind: WriteKind<Row>): Row[] {
    return (this.written.get(kind) ?? []) as Row[];
  }

  insert(...entities: object[]): void {
    for (const entity of entities) this.inserted.add(entity);
  }

  /** Remembers an entity as it was read; what differs at commit is updated under its version. One row, one object. */
  track<Entity extends object>(key: string, entity: Entity, snapshot: Snapshot, isGuess = false): Entity {
    const known = this.loaded.get(key);
    if (known) return known.entity as Entity;
    this.loaded.set(key, { entity, snapshot, isGuess });
    return entity;
  }

  /**
   * What this unit decides holds only while this row is as it was read, whether the row changes or not: it is written under
   * its version. For a decision on two rows that were read at two moments, of which only one would be written.
   */
  relyOn(entity: object): void {
    this.reliedOn.add(entity);
  }

  reliesOn(entity: object): boolean {
    return this.reliedOn.has(entity);
  }

  /** What is asked a second time has the answer of the first time: a unit decides on one moment. */
  once<Found extends object>(question: string, ask: () => Promise<readonly Found[]>): Promise<readonly Found[]> {
    let answer = this.answers.get(question) as Promise<readonly Found[]> | undefined;
    if (!answer) {
      answer = ask();
      this.answers.set(question, answer);
    }
    return answer;
  }

  get mayGuess(): boolean {
    return this.guessing;
  }

  /** What is asked for from here on is read: nothing would check a guess any more. */
  stopGuessing(): void {
    this.guessing = false;
  }

  /** Whether what it has decided on may be gone: the database has another history by now than when it began. */
  isOfAnotherHistory(than: string): boolean {
    return this.history !== undefined && this.history !== than;
  }

  get hasGuessed(): boolean {
    return [...this.loaded.values()].some(({ isGuess }) => isGuess);
  }

  get trackedEntities(): readonly object[] {
    return [...this.loaded.values()].map(({ entity }) => entity);
  }

  isRefused(key: string): boolean {
    return this.refused.has(key);
  }

  /** Work that belongs to this unit but starts after the current handler: a saga that advances. */
  defer(task: () => Promise<void>): void {
    this.queue.push(task);
  }

  /** Runs deferred work until there is none left; it may defer more. */
  async drain(): Promise<void> {
    for (let task = this.queue.shift(); task; task = this.queue.shift()) await task();
  }

  /** Runs once, after the commit, and only then. Must not throw. */
  afterCommit(followUp: () => void): void {
    this.followUps.push(followUp);
  }

  /** Each attempt to write it starts without what an earlier one wanted to happen after the commit. */
  beginWriting(): void {
    this.decidedFollowUps ??= this.followUps.length;
    this.followUps.length = this.decidedFollowUps;
  }

  committed(): void {
    for (const followUp of this.followUps) followUp();
  }

  get insertedEntities(): ReadonlySet<object> {
    return this.inserted;
  }

  get loadedEntities(): Iterable<Loaded> {
    return this.loaded.values();
  }

  get writes(): ReadonlyMap<WriteKind<unknown>, unknown[]> {
    return this.written;
  }
}
