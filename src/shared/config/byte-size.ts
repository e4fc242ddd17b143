const UNITS = { b: 1, kb: 1_024, mb: 1_048_576 } as const;

const BYTE_SIZE = /^(\d{1,9})(b|kb|mb)?$/i;

/** Bytes of `256kb`, `1mb`, `4096`: a kilobyte has 1024. Throws RangeError for anything else. */
export function parseByteSize(text: string): number {
  const [, amount, unit = 'b'] = BYTE_SIZE.exec(text) ?? [];
  if (amount === undefined) throw new RangeError('a size is a whole number with b, kb or mb');
  return Number(amount) * UNITS[unit.toLowerCase() as keyof typeof UNITS];
}
