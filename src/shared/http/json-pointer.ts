/** A pointer longer than this names an ancestor instead: a caller's own member names must not swell an answer. */
const MAX_POINTER_LENGTH = 200;

const escapeToken = (token: string): string => token.replaceAll('~', '~0').replaceAll('/', '~1');

/** The JSON pointer (RFC 6901) to a member; `''` is the whole document. Cut to an ancestor beyond 200 characters. */
export function jsonPointer(path: readonly (string | number)[]): string {
  let pointer = '';
  for (const token of path) {
    const longer = `${pointer}/${escapeToken(String(token))}`;
    if (longer.length > MAX_POINTER_LENGTH) break;
    pointer = longer;
  }
  return pointer;
}
