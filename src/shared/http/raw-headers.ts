/**
 * Every value a header was sent with, in order. Node's `headers` joins or drops repeated ones; its `rawHeaders`, an
 * alternating list of names and values, does not.
 */
export function rawHeaderValues(rawHeaders: readonly string[], lowerCaseName: string): string[] {
  const values: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === lowerCaseName.length && name.toLowerCase() === lowerCaseName) values.push(rawHeaders[at + 1]!);
  }
  return values;
}
