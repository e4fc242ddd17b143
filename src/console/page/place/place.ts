import { useEffect, useState } from 'preact/hooks';

const MOVED = 'ichido:moved';

/** Goes to another place of the console without loading the page again. */
export function goTo(path: string): void {
  history.pushState(null, '', path);
  dispatchEvent(new Event(MOVED));
}

/** Where the page is: the segments after `/console`, and the query. */
export interface Place {
  readonly segments: readonly string[];
  readonly query: URLSearchParams;
}

const here = (): Place => ({
  segments: location.pathname.split('/').slice(2).filter(Boolean).map(decodeURIComponent),
  query: new URLSearchParams(location.search),
});

export function usePlace(): Place {
  const [place, setPlace] = useState(here);
  useEffect(() => {
    const look = (): void => setPlace(here());
    addEventListener('popstate', look);
    addEventListener(MOVED, look);
    return () => {
      removeEventListener('popstate', look);
      removeEventListener(MOVED, look);
    };
  }, []);
  return place;
}
