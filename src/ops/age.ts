const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const;

/** A span of milliseconds in its largest unit of which there are two at least: `90 min`, `3 h`, `12 d`; `0 s` for less than one. */
export function spanOf(ms: number): string {
  const [unit, size] = UNITS.find(([, one]) => ms >= 2 * one) ?? UNITS.at(-1)!;
  return `${Math.max(0, Math.floor(ms / size))} ${unit}`;
}

/** `3 h ago`, `in 5 min`, `now`. */
export function ago(moment: string, now: number): string {
  const ms = now - Date.parse(moment);
  if (Math.abs(ms) < 1_000) return 'now';
  return ms > 0 ? `${spanOf(ms)} ago` : `in ${spanOf(-ms)}`;
}

/** How long ago a moment is: `3 h`. */
export const ageOf = (moment: string, now: number): string => spanOf(now - Date.parse(moment));
