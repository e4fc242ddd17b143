import { Refusal } from './refusal.js';
import type { Resource } from '../api/use-resource.js';
import type { ComponentChildren } from 'preact';

/** Shows what came; else that it is on its way, or why it did not come. What is old stays, with a word about it. */
export function ResourceView<Body>({
  of: { data, problem, reload },
  children,
}: {
  readonly of: Resource<Body>;
  readonly children: (data: Body) => ComponentChildren;
}) {
  if (data === undefined) return problem ? <Refusal problem={problem} onRetry={reload} /> : <Loading />;
  return (
    <>
      {problem && <Refusal problem={problem} onRetry={reload} />}
      {children(data)}
    </>
  );
}

export const Loading = () => (
  <p class="loading" role="status">
    Loading…
  </p>
);

export const Empty = ({ children }: { readonly children: ComponentChildren }) => <p class="empty">{children}</p>;
