import { validationFailed } from './validation-failed.js';

/** Cursors are opaque to callers, so that what a list is sorted by can change. */
export const encodeCursor = (position: string): string => Buffer.from(position, 'utf8').toString('base64url');

/** The position in a cursor of ours, of the kind this list is sorted by; 400 for anything else. */
export function decodeCursor(cursor: string, isPosition: (position: string) => boolean): string {
  const position = Buffer.from(cursor, 'base64url').toString('utf8');
  if (encodeCursor(position) !== cursor || !isPosition(position)) {
    throw validationFailed([{ pointer: '/cursor', detail: 'must be the nextCursor of the page before' }]);
  }
  return position;
}
