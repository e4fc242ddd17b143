const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

const DURATION = /^(\d{1,9})(ms|s|m|h|d)$/;

/**
 * Milliseconds of `500ms`, `30s`, `15m`, `24h`, `7d`: whole numbers only, a day has 24 hours. Throws RangeError for
 * anything else, also for a number without a unit, which one reader takes for seconds and the next for milliseconds.
 */
export function parseDuration(text: string): number {
  const [, amount, unit] = DURATION.exec(text) ?? [];
  if (amount === undefined || unit === undefined) {
    throw new RangeError('a duration is a whole number with ms, s, m, h or d');
  }
  return Number(amount) * UNITS[unit as keyof typeof UNITS];
}
