const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** The time of day, `14:02:07`. */
export const timeOf = (at: string): string => clock.format(new Date(at));

/** Day and time, for whoever asks more exactly. */
export const momentOf = (at: string): string => day.format(new Date(at));

const UNITS = [
  { name: 'day', ms: 86_400_000 },
  { name: 'hour', ms: 3_600_000 },
  { name: 'minute', ms: 60_000 },
  { name: 'second', ms: 1_000 },
] as const;

/** A length of time in its largest unit: `3 minutes`, `less than a second`. */
export function spanOf(ms: number): string {
  const unit = UNITS.find((one) => ms >= one.ms);
  if (!unit) return 'less than a second';
  const count = Math.floor(ms / unit.ms);
  return `${count} ${unit.name}${count === 1 ? '' : 's'}`;
}

/** `3 minutes ago`, `in 10 seconds`. */
export function fromNow(at: string, now = Date.now()): string {
  const ms = new Date(at).getTime() - now;
  if (Math.abs(ms) < 1_000) return 'now';
  return ms < 0 ? `${spanOf(-ms)} ago` : `in ${spanOf(ms)}`;
}
