import { CommitInDoubt } from '../database/unit-of-work/transaction.js';
import { VersionConflict } from '../database/unit-of-work/unit-errors.js';
import { isDatabaseUnavailable } from '../http/database-unavailable.js';

/**
 * Classes of PostgreSQL's errors (appendix A) that say nothing about the work: a session that was left read-only by a
 * failover (25), lost transactions (40), resources (53), objects in use (55), an operator's act (57), the system (58).
 */
const NOT_ITS_FAULT = /^(25|40|53|55|57|58)[0-9A-Z]{3}$/;

/**
 * Whether a failure says that the database was away or busy. The same work will succeed as it is, so it counts against
 * nobody; everything else may be the message's own fault.
 */
export function isOutage(error: unknown): boolean {
  if (error instanceof CommitInDoubt || error instanceof VersionConflict) return true;
  if (!(error instanceof Error)) return false;
  return isDatabaseUnavailable(error) || ('code' in error && NOT_ITS_FAULT.test(String(error.code)));
}
