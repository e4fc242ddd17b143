import type { Params } from './params.js';
import { invalidParam } from './wire-refusal.js';

/** Which of the references that the sandbox can expand the caller asked to see whole. */
export interface Expansion {
  readonly latestCharge: boolean;
}

/** Reads `expand[]`; inside a list the names carry `data.`. Anything else cannot be expanded: 400, as Stripe. */
export function expansionOf(params: Params, inList = false): Expansion {
  const expandable = inList ? 'data.latest_charge' : 'latest_charge';
  const asked = params.list('expand');
  for (const name of asked) {
    if (name !== expandable) throw invalidParam('expand', `This property cannot be expanded (${name}).`);
  }
  return { latestCharge: asked.length > 0 };
}
