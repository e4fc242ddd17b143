import { Refusal } from './refusal.js';
import { Empty, Loading } from './resource-view.js';
import type { Pages } from '../api/use-pages.js';
import type { ComponentChildren } from 'preact';

/** Shows a list as far as it was read; else that it is on its way, that it is empty, or why it did not come. */
export function PagesView<Item>({
  of: { items, problem, reload },
  whenEmpty,
  children,
}: {
  readonly of: Pages<Item>;
  readonly whenEmpty: string;
  readonly children: (items: readonly Item[]) => ComponentChildren;
}) {
  return (
    <>
      {problem && <Refusal problem={problem} onRetry={reload} />}
      {!items && !problem && <Loading />}
      {items && (items.length === 0 ? <Empty>{whenEmpty}</Empty> : children(items))}
    </>
  );
}
