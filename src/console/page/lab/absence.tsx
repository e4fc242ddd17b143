import { useRef } from 'preact/hooks';

/** Says while the service is away, and afterwards that it is back. */
export function Absence({ isAway }: { readonly isAway: boolean }) {
  const wasAway = useRef(false);
  if (isAway) wasAway.current = true;
  return (
    <span class={isAway ? 'line lost' : wasAway.current ? 'line live' : ''} role="status">
      {isAway
        ? 'The service is away. It is being started again…'
        : wasAway.current && 'The service was away and is back'}
    </span>
  );
}
