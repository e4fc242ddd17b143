/**
 * Money is an integer of minor units (ISO 4217) that JSON can carry exactly. Anything else is a defect of ours and
 * stops the unit of work before it can be stored.
 */
export const minorUnits = (amount: number): number => {
  if (!Number.isSafeInteger(amount) || amount < 0)
    throw new RangeError('money must be an integer of 0 to 2^53-1 minor units');
  return amount;
};

/** price × quantity, or undefined when the product is beyond what JSON integers carry exactly. */
export const multiplied = (unitPrice: number, quantity: number): number | undefined => {
  const product = BigInt(unitPrice) * BigInt(quantity);
  return product <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(product) : undefined;
};

/** The sum, or undefined when it is beyond what JSON integers carry exactly. */
export const summed = (amounts: readonly number[]): number | undefined => {
  const sum = amounts.reduce((total, amount) => total + BigInt(amount), 0n);
  return sum <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(sum) : undefined;
};

/** For TypeORM columns: PostgreSQL's bigint arrives as text; beyond 2^53 it must fail, not round. */
export const minorUnitsColumn = {
  to: (amount: number | undefined): number | undefined => amount,
  from: (stored: string | null): number | null => (stored === null ? null : minorUnits(Number(stored))),
};
