import { call } from './call.js';
import type { Problem } from './problem.js';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/** A list that is read page after page. */
export interface Pages<Item> {
  readonly items?: readonly Item[];
  readonly problem?: Problem;
  /** Reads the next page; absent on the last one. */
  readonly more?: () => void;
  readonly reload: () => void;
}

interface State<Item> extends Partial<Page<Item>> {
  readonly path?: string;
  readonly problem?: Problem;
}

/** Reads the first page of a list at once and the others on demand. */
export function usePages<Item>(path: string): Pages<Item> {
  const [state, setState] = useState<State<Item>>({});
  const wanted = useRef(path);
  wanted.current = path;
  const read = useCallback(
    async (cursor?: string): Promise<void> => {
      const next = cursor === undefined ? '' : `${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`;
      const { body, problem } = await call<Page<Item>>(path + next);
      // The answer of a list that is not shown any more, or of a page that is there already, says nothing here.
      if (wanted.current !== path) return;
      setState((before) => {
        if (cursor !== undefined && before.nextCursor !== cursor) return before;
        const known = before.path === path && cursor !== undefined ? (before.items ?? []) : [];
        if (!body) return { ...(before.path === path ? before : { path }), problem };
        return { path, items: [...known, ...body.items], nextCursor: body.nextCursor };
      });
    },
    [path],
  );
  useEffect(() => void read(), [read]);
  const { items, problem, nextCursor } = state.path === path ? state : {};
  return {
    items,
    problem,
    more: nextCursor ? () => void read(nextCursor) : undefined,
    reload: () => void read(),
  };
}
