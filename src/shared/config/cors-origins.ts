import { ConfigError, shown } from './config.error.js';

const EXAMPLE = 'https://shop.example,http://localhost:5173';

/** Reads `origin,…`. An origin (RFC 6454) is scheme, host and port alone, exactly as a browser sends it. */
export function parseCorsOrigins(text: string): readonly string[] {
  const origins = text.split(',').map((entry) => entry.trim());
  const wrong = origins.find((origin) => !isOrigin(origin));
  if (wrong === undefined) return Object.freeze([...new Set(origins)]);
  throw new ConfigError(
    'CORS_ORIGINS',
    `must list origins such as https://shop.example, in lower case, without a path and without a wildcard, not ${shown(wrong)}`,
    EXAMPLE,
  );
}

/** Names as DNS has them (RFC 1035, 2.3.4), and addresses; `URL` takes more, which no browser ever comes from. */
const HOST = /^(?:\[[0-9a-f:.]+\]|[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*\.?)$/;

function isOrigin(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return (
    url !== undefined && ['http:', 'https:'].includes(url.protocol) && HOST.test(url.hostname) && url.origin === text
  );
}
