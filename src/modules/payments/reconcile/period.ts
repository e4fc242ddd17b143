/** Two clocks never agree: the provider's lists are read from this much earlier on. */
const CLOCK_MARGIN_MS = 5 * 60_000;

/** What is younger than this may be on its way; it is for the next run to miss it, or to find it behind. */
const SETTLED_AFTER_MS = 2 * 60_000;

/** The time that is compared. */
export interface Period {
  readonly since: Date;
  readonly until: Date;
  readonly listedSince: Date;
  readonly settledBefore: Date;
}

export const periodOf = (until: Date, sinceMs: number): Period => {
  const since = new Date(until.getTime() - sinceMs);
  return {
    since,
    until,
    listedSince: new Date(since.getTime() - CLOCK_MARGIN_MS),
    settledBefore: new Date(until.getTime() - SETTLED_AFTER_MS),
  };
};
