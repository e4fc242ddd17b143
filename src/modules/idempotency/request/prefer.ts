import { rawHeaderValues } from '#shared/http/raw-headers.js';

/** How long a caller wants to wait for the decision (RFC 7240). */
export interface Preferences {
  /** Milliseconds to wait before a 202; 0 = at once; undefined = the caller did not say. */
  readonly waitMs?: number;
  readonly respondAsync: boolean;
  /** The value of `Preference-Applied`; undefined when nothing was asked for that we honour. */
  readonly applied?: string;
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
  const applied = [respondAsync && 'respond-async', seconds !== undefined && `wait=${seconds}`].filter(
    (one) => one !== false,
  );
  const waitMs = seconds === undefined ? (respondAsync ? 0 : undefined) : seconds * 1000;
  return {
    respondAsync,
    ...(waitMs !== undefined && { waitMs }),
    ...(applied.length > 0 && { applied: applied.join(', ') }),
  };
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
