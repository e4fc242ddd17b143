import { isOutdated } from '../prepared.js';
import { DatabaseError } from 'pg';

/**
 * Serialization failure, deadlock, and a unique name that somebody else has taken (PostgreSQL appendix A): the
 * transaction is gone, nothing of it happened, and who decides again finds whoever was first.
 */
const RETRIABLE = new Set(['40001', '40P01', '23505']);

/** Whether the database asks for the same transaction again. */
export const isRetriable = (error: unknown): boolean =>
  isOutdated(error) || (error instanceof DatabaseError && RETRIABLE.has(error.code ?? ''));
