import { encodeCursor } from '#shared/http/cursor.js';

/** One page of a list that was asked for one item more than fits: whether it is there tells of a next page. */
export function pageOf<Item>(
  found: readonly Item[],
  limit: number,
  positionOf: (item: Item) => string,
): { items: Item[]; nextCursor: string | null } {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: found.length > limit && last !== undefined ? encodeCursor(positionOf(last)) : null };
}
