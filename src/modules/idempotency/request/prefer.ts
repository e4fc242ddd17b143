import { rawHeaderValues } from '#shared/http/raw-headers.js';

/** How long a caller wants to wait for the decision (RFC 7240). */
export interface Preferences {
  /** Milliseconds to wait before a 202; 0 = at once; undefined = the caller did not say. */
  readonly waitMs?: number;
  readonly respondAsync: boolean;
  /** The seconds of `wait=N`; undefined when it was not said, or makes no sense. */
  readonly waitSeconds?: number;
}

/** The contract's upper bound; proxies give up on a silent upstream not much later. */
const MAX_WAIT_SECONDS = 30;

/**
 * Reads `Prefer: wait=N` (0–30 s) and `respond-async` from Node's `rawHeaders`; of a repeated preference the first
 * counts. What is malformed, unknown or out of range is ignored, as the RFC asks: a preference never fails a request.
 * Both together wait N seconds and then answer 202; `respond-async` alone answers 202 at once.
 */
export function readPreferences(rawHeaders: readonly string[]): Preferences {
  const preferences = parsePreferences(rawHeaderValues(rawHeaders, 'prefer').join(','));
  const respondAsync = preferences.get('respond-async') === '';
  const seconds = secondsOf(preferences.get('wait'));
  const waitMs = seconds === undefined ? (respondAsync ? 0 : undefined) : seconds * 1000;
  return {
    respondAsync,
    ...(waitMs !== undefined && { waitMs }),
    ...(seconds !== undefined && { waitSeconds: seconds }),
  };
}

/**
 * The value of `Preference-Applied` for a request that was not decided when it came: what of these its answer owes to
 * them (RFC 7240, 3). Undefined when nothing does: `respond-async` was done only by a 202.
 */
export function appliedPreferences(
  { respondAsync, waitSeconds }: Preferences,
  answeredStatus: number,
): string | undefined {
  const applied = [
    ...(respondAsync && answeredStatus === 202 ? ['respond-async'] : []),
    ...(waitSeconds === undefined ? [] : [`wait=${waitSeconds}`]),
  ];
  return applied.length > 0 ? applied.join(', ') : undefined;
}

/** RFC 7240, 2: `name[=value][;parameters]`, separated by commas; we know no preference with parameters. */
function parsePreferences(header: string): Map<string, string> {
  const preferences = new Map<string, string>();
  for (const member of listMembers(header)) {
    const [preference = ''] = member.split(';', 1);
    const equals = preference.indexOf('=');
    const name = (equals < 0 ? preference : preference.slice(0, equals)).trim().toLowerCase();
    const value = equals < 0 ? '' : preference.slice(equals + 1).trim();
    if (!preferences.has(name)) preferences.set(name, /^"[^"\\]*"$/.test(value) ? value.slice(1, -1) : value);
  }
  return preferences;
}

/** Splits at commas outside of quoted strings, in one pass. */
function listMembers(header: string): string[] {
  const members: string[] = [];
  let start = 0;
  let quoted = false;
  for (let at = 0; at < header.length; at++) {
    const character = header[at];
    if (character === '"') quoted = !quoted;
    else if (character === '\\' && quoted) at++;
    else if (character === ',' && !quoted) {
      members.push(header.slice(start, at));
      start = at + 1;
    }
  }
  return [...members, header.slice(start)];
}

function secondsOf(value: string | undefined): number | undefined {
  if (value === undefined || !/^\d{1,9}$/.test(value)) return undefined;
  const seconds = Number(value);
  return seconds <= MAX_WAIT_SECONDS ? seconds : undefined;
}
