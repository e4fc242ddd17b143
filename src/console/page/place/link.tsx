import { goTo } from './place.js';
import type { ComponentChildren } from 'preact';

/** A link within the console; with a modifier it is what the browser makes of it. */
export function Link({
  to,
  children,
  isCurrent,
  class: name,
}: {
  readonly to: string;
  readonly children: ComponentChildren;
  readonly isCurrent?: boolean;
  readonly class?: string;
}) {
  const follow = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
    event.preventDefault();
    goTo(to);
  };
  return (
    <a href={to} class={name} aria-current={isCurrent ? 'page' : undefined} onClick={follow}>
      {children}
    </a>
  );
}
