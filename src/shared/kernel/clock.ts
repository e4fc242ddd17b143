let offsetMs = 0;

/**
 * The database's time as this process knows it. Everything that is *compared* is compared by the database itself; this
 * is for times that are only shown or stored.
 */
export const now = (): Date => new Date(Date.now() + offsetMs);

/** Told by whoever has just asked the database for its time. */
export const alignClock = (databaseNow: Date, askedAt: number, answeredAt: number): void => {
  offsetMs = databaseNow.getTime() - (askedAt + answeredAt) / 2;
};
