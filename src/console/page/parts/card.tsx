import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

/** One part of a page, under a heading of its own. */
export function Card({
  title,
  children,
  note,
  class: name = '',
}: {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly note?: ComponentChildren;
  readonly class?: string;
}) {
  const id = useId();
  return (
    <section class={`card ${name}`} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {note && <span class="note">{note}</span>}
      </header>
      {children}
    </section>
  );
}
