import type { Unit } from './unit.js';
import { Rank, type WriteKind } from './write-kind.js';

/** In the order of ranks, so that every transaction takes its locks alike. */
const byRank = (a: WriteKind<unknown>, b: WriteKind<unknown>): number => a.rank - b.rank || (a.name < b.name ? -1 : 1);

/** A unit whose turn to be written will come. */
export class Member {
  /** What it writes, and by which kind. */
  readonly identities: ReadonlyMap<string, WriteKind<unknown>>;

  constructor(readonly unit: Unit) {
    this.identities = new Map(
      [...unit.writes].flatMap(([kind, rows]) => rows.map((row) => [kind.identity(row), kind] as const)),
    );
  }

  get kinds(): readonly WriteKind<unknown>[] {
    return [...this.unit.writes.keys()].toSorted(byRank);
  }

  rowsOf(kind: WriteKind<unknown>): readonly unknown[] {
    return this.unit.rowsOf(kind);
  }

  /** Whether this kind claims something for it, in one row and before anything else of it is written. */
  isClaimOf(kind: WriteKind<unknown>): boolean {
    return kind.rank === Rank.claim && this.kinds[0] === kind && this.rowsOf(kind).length === 1;
  }
}

/** Units that one transaction can write: no two of them write the same row, unless what they write adds up. */
export class UnitGroup<M extends Member = Member> {
  private readonly taken = new Map<string, WriteKind<unknown>>();
  private readonly inside = new Set<M>();

  constructor(members: Iterable<M> = []) {
    for (const member of members) this.take(member);
  }

  get members(): readonly M[] {
    return [...this.inside];
  }

  get size(): number {
    return this.inside.size;
  }

  hasRoomFor(member: M): boolean {
    for (const [identity, kind] of member.identities) {
      const holder = this.taken.get(identity);
      if (holder && !(holder === kind && kind.fold)) return false;
    }
    return true;
  }

  take(member: M): void {
    this.inside.add(member);
    for (const [identity, kind] of member.identities) this.taken.set(identity, kind);
  }

  leave(members: readonly M[]): void {
    for (const member of members) this.inside.delete(member);
  }

  /** All kinds that any of them writes, in the order of writing. */
  get kinds(): readonly WriteKind<unknown>[] {
    return [...new Set(this.members.flatMap((member) => [...member.unit.writes.keys()]))].toSorted(byRank);
  }

  /** The rows of those who are still in it. */
  rowsOf(kind: WriteKind<unknown>): readonly unknown[] {
    const rows = this.members.flatMap((member) => member.rowsOf(kind));
    if (!kind.fold) return rows;
    return [...Map.groupBy(rows, (row) => kind.identity(row)).values()].map((same) => kind.fold!(same));
  }

  /** Whose rows these are; of a row that was folded, everybody who wanted something of it. */
  ownersOf(kind: WriteKind<unknown>, rows: readonly unknown[]): readonly M[] {
    const identities = rows.map((row) => kind.identity(row));
    const owners = this.members.filter((member) => identities.some((identity) => member.identities.has(identity)));
    // A loss that is nobody's would be passed over in silence.
    if (owners.length === 0) throw new Error(`${kind.name}: nobody wanted ${identities.join(', ')}`);
    return owners;
  }
}
