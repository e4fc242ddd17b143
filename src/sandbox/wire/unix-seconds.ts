/** Stripe tells time in whole seconds since the Unix epoch. */
export const unixSeconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);
