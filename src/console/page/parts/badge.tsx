import { plain, toneOf } from '../words/names.js';

/** A state as one word in its colour. */
export const Badge = ({ state }: { readonly state: string }) => (
  <span class={`badge ${toneOf(state)}`}>{plain(state)}</span>
);
