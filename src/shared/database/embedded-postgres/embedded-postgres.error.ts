import { CannotStart } from '../../config/cannot-start.error.js';

/** The local database cannot be had. The message is one sentence for a person, with the server's last words. */
export class EmbeddedPostgresError extends CannotStart {
  override readonly name = 'EmbeddedPostgresError';
}

/** What to do instead, for every failure that is about this machine and not about the data. */
export const ELSEWHERE = 'or set DATABASE_URL to a PostgreSQL 14 or later';
