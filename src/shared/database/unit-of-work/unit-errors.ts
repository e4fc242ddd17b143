/** Somebody else changed what this unit had read. The unit runs again in memory; foreign calls never do. */
export class VersionConflict extends Error {
  override readonly name = 'VersionConflict';
}

/**
 * A guard in the database refused one line (stock). No conflict: the unit runs again with that line refused, and the
 * handler turns the refusal into an event.
 */
export class GuardRefused extends Error {
  override readonly name = 'GuardRefused';
  constructor(readonly keys: readonly string[]) {
    super(`refused by a guard: ${keys.join(', ')}`);
  }
}

/** A change was asked for outside of the three doors. */
export class NoUnitOpen extends Error {
  override readonly name = 'NoUnitOpen';
  constructor(what: string) {
    super(`${what} outside a unit of work: open one at the request, message or job door`);
  }
}

/** A unit has decided on a row that it guessed and does not write: only reading it can tell whether that was right. */
export class OnlyGuessed extends Error {
  override readonly name = 'OnlyGuessed';
  constructor(table: string) {
    super(`decided on a row of ${table} that nothing checks`);
  }
}
