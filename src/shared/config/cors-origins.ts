import { ConfigError, shown } from './config.error.js';

const EXAMPLE = 'https://shop.example,http://localhost:5173';

/** Reads `origin,…`. An origin (RFC 6454) is scheme, host and port alone, exactly as a browser sends it. */
export function parseCorsOrigins(text: string): readonly string[] {
  const origins = text.split(',').map((entry) => entry.trim());
  const wrong = origins.find((origin) => !isOrigin(origin));
  if (wrong === undefined) return Object.freeze([...new Set(origins)]);
  throw new ConfigError(
    'CORS_ORIGINS',
    `must list origins such as https://shop.example, in lower case and without a path, not ${shown(wrong)}`,
    EXAMPLE,
  );
}

function isOrigin(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && ['http:', 'https:'].includes(url.protocol) && url.origin === text;
}
