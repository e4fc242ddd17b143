import { ConfigError } from './config.error.js';
import type { Environment } from './environment.js';

/** DATABASE_URL; the message about a wrong one never shows it, since it carries the password. */
export function databaseUrl(env: Environment): string | undefined {
  const value = env.text('DATABASE_URL');
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url && ['postgres:', 'postgresql:'].includes(url.protocol)) return value;
  throw new ConfigError(
    'DATABASE_URL',
    'must be a postgres:// URL (special characters in the password as %xx)',
    'postgres://user:password@localhost:5432/ichido',
  );
}
