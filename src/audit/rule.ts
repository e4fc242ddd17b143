/** The promises of the service that a rule checks one part of; I5 is that nothing undecided is left alone. */
export type Invariant = 'I1' | 'I2' | 'I3' | 'I4' | 'I5' | 'I6' | 'messages';

/** One thing that must never be so. */
export interface Rule {
  /** Stored, counted and alerted on by this name: it never changes. */
  readonly name: string;
  readonly invariant: Invariant;
  /** What is so when it is broken, as a sentence. */
  readonly finds: string;
  /** What that means to the business. */
  readonly costs: string;
  /** What an operator does about it. */
  readonly remedy: string;
}

/** One place where a rule is broken. */
export interface Violation {
  readonly rule: string;
  /** The id of what is wrong: an order, a payment, a SKU, a message. */
  readonly subject: string;
  readonly detail: string;
}

/**
 * A rule in SQL, which answers `subject` and `detail` of every violation. It reads `chunk`, the rows of its walk that are
 * looked at now, and `settled.at`, before which nothing is under way any more.
 */
export interface TableRule extends Rule {
  readonly sql: string;
}

/** A table that is walked along its key, a chunk at a time; without a key it is small, or has to be read as a whole. */
export interface Walk {
  readonly table: string;
  readonly key?: { readonly column: string; readonly type: 'uuid' | 'bigint' };
  readonly rules: readonly TableRule[];
}
