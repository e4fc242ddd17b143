/** Members of an answer whose shape is promised but not proved; undefined is "not there, or not of this kind". */
export type Wire = Readonly<Record<string, unknown>>;

/** The value as an object whose members may be asked for. */
export const asObject = (value: unknown): Wire | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Wire) : undefined;

/** The value as a text that is not empty. */
export const asText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** The value as an integer that JSON carries exactly and that is not negative. */
export const asAmount = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;

/** The number of one of our attempts as metadata carries it, which holds texts only. */
export const asGeneration = (value: unknown): number | undefined =>
  /^[1-9]\d{0,8}$/.test(asText(value) ?? '') ? Number(value) : undefined;
