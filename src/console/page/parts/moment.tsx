import { fromNow, momentOf } from '../words/time.js';

/** A moment as seen from now; its exact time is shown to whoever points at it. */
export const Moment = ({ at }: { readonly at: string }) => (
  <time datetime={at} title={momentOf(at)}>
    {fromNow(at)}
  </time>
);
