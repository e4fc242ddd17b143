import { call } from './call.js';
import type { Problem } from './problem.js';
import { useCallback, useEffect, useState } from 'preact/hooks';

/** What is known of a resource: the last body that came, and what went wrong since. */
export interface Resource<Body> {
  readonly data?: Body;
  readonly problem?: Problem;
  readonly isLoading: boolean;
  readonly reload: () => void;
}

interface State<Body> {
  readonly path?: string;
  readonly data?: Body;
  readonly problem?: Problem;
}

/**
 * Reads a resource, and again every `everyMs` while the page is seen. Without a path nothing is asked. What another path
 * showed is never shown for this one.
 */
export function useResource<Body>(path: string | undefined, everyMs?: number): Resource<Body> {
  const [state, setState] = useState<State<Body>>({});
  const [round, setRound] = useState(0);

  useEffect(() => {
    if (path === undefined) return undefined;
    const ended = new AbortController();
    let timer: number | undefined;
    const look = async (): Promise<void> => {
      if (!document.hidden) {
        const { body, problem } = await call<Body>(path, { signal: ended.signal });
        setState((before) => ({ path, problem, data: body ?? (before.path === path ? before.data : undefined) }));
      }
      if (everyMs !== undefined && !ended.signal.aborted) timer = setTimeout(() => void look().catch(ignore), everyMs);
    };
    look().catch(ignore);
    return () => {
      ended.abort();
      clearTimeout(timer);
    };
  }, [path, everyMs, round]);

  const isCurrent = state.path === path;
  const reload = useCallback(() => setRound((before) => before + 1), []);
  return {
    data: isCurrent ? state.data : undefined,
    problem: isCurrent ? state.problem : undefined,
    isLoading: path !== undefined && !isCurrent,
    reload,
  };
}

/** Nobody waits any more for what was given up. */
const ignore = (): void => undefined;
