import type { Invariant, Violation } from './rule.js';

/** One rule and how often it is broken. */
export interface RuleResult {
  readonly name: string;
  readonly invariant: Invariant;
  readonly violations: number;
}

/** What an audit has found. */
export interface AuditReport {
  /** RFC 3339. */
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly violations: number;
  /** How many rows and entries of each kind were looked at. */
  readonly checked: Readonly<Record<string, number>>;
  /** Every rule that was checked, broken or not. */
  readonly rules: readonly RuleResult[];
  /** The first hundred of each rule. */
  readonly found: readonly Violation[];
}
