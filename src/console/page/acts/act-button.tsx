import { openAct } from './act-host.js';
import type { Act } from './act.js';

/** Leads to an act; the dots say that pressing it does nothing yet. */
export const ActButton = ({ act, onDone }: { readonly act: Act; readonly onDone: () => void }) => (
  <button type="button" onClick={() => openAct(act, onDone)}>
    {act.name}…
  </button>
);
