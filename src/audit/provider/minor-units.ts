/**
 * Where Stripe's integer is not ISO 4217's (docs.stripe.com/currencies): how many of ours one of theirs is. Written down
 * here once more, on purpose: a mistake of the service's own table must not be shared.
 */
const OURS_PER_THEIRS: Readonly<Record<string, number>> = { MGA: 100, ISK: 1 / 100, UGX: 1 / 100 };

/** ISO 4217 minor units of an amount as Stripe writes it; `currency` in capitals. */
export const minorUnits = (amount: number, currency: string): number => amount * (OURS_PER_THEIRS[currency] ?? 1);
