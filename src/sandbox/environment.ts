import { join } from 'node:path';
import type { SandboxOptions } from './server.js';

/** A variable that cannot be used; the message is one line for the person who set it. */
export class EnvironmentMistake extends Error {
  override readonly name = 'EnvironmentMistake';
}

type Variables = Readonly<Record<string, string | undefined>>;

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** What a service that was given no secret verifies with. No secret: it guards play money on one machine. */
const DEFAULT_WEBHOOK_SECRET = 'whsec_ichido_sandbox';

/**
 * The sandbox's options from `SANDBOX_PORT`, `SANDBOX_DATA`, `SANDBOX_SEARCH_LAG`, `SANDBOX_WEBHOOK_URL` (set to
 * nothing: events are only recorded) and `PSP_WEBHOOK_SECRET` (the first of several signs). Throws EnvironmentMistake.
 */
export function readEnvironment(variables: Variables): SandboxOptions {
  return {
    port: port('SANDBOX_PORT', variables.SANDBOX_PORT || '4010'),
    dataDir: variables.SANDBOX_DATA || join(variables.DATA_DIR || '.data', 'sandbox'),
    searchLagMs: duration('SANDBOX_SEARCH_LAG', variables.SANDBOX_SEARCH_LAG || '2s'),
    webhookUrl: webhookUrl(variables),
    webhookSecret: variables.PSP_WEBHOOK_SECRET?.split(',')[0]?.trim() || DEFAULT_WEBHOOK_SECRET,
  };
}

function webhookUrl(variables: Variables): string | undefined {
  const given = variables.SANDBOX_WEBHOOK_URL;
  if (given === '') return undefined;
  if (given === undefined) return `http://127.0.0.1:${port('PORT', variables.PORT || '3000')}/api/webhooks/stripe`;
  if (!/^https?:$/.test(URL.parse(given)?.protocol ?? '')) {
    throw new EnvironmentMistake(`SANDBOX_WEBHOOK_URL must be an http or https address, not "${given}".`);
  }
  return given;
}

function port(name: string, value: string): number {
  const number = Number(value);
  if (/^\d{1,5}$/.test(value) && number <= 65_535) return number;
  throw new EnvironmentMistake(`${name} must be a port number from 0 to 65535, not "${value}".`);
}

/** Milliseconds of `500ms`, `30s`, `15m`, `24h` or `7d`. */
function duration(name: string, value: string): number {
  const [, amount = '', unit = ''] = /^(\d{1,9})(ms|s|m|h|d)$/.exec(value) ?? [];
  const unitMs = UNIT_MS[unit];
  if (unitMs === undefined)
    throw new EnvironmentMistake(`${name} must be a duration such as 500ms or 2s, not "${value}".`);
  return Number(amount) * unitMs;
}
