import { DatabaseError } from 'pg';

/** Serialization failure and deadlock (PostgreSQL appendix A): the transaction is gone, nothing of it happened. */
const RETRIABLE = new Set(['40001', '40P01']);

/** Whether the database asks for the same transaction again. */
export const isRetriable = (error: unknown): boolean =>
  error instanceof DatabaseError && RETRIABLE.has(error.code ?? '');
