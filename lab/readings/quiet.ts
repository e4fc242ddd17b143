import { type OnItsWay, readMovingByItself, readOnItsWay, readUnfinished } from './on-its-way.js';
import type { Looks } from '../stack/looks.js';
import { until } from '../../test/support/until.js';

/**
 * Whatever was struck down is taken over within leases of seconds; but what has failed often is tried once a minute, and
 * on a busy machine a start takes half of one. What takes longer than two tries and a start was left alone.
 */
const QUIET_WITHIN_MS = 150_000;

/** How long it took until nothing was under way any more, or what still was in the end. */
export type Quiet =
  { readonly afterMs: number } | { readonly notYet: OnItsWay; readonly unfinished: readonly object[] };

/** Null when it never was. */
export const quietAfterMs = (quiet: Quiet): number | null => ('afterMs' in quiet ? quiet.afterMs : null);

/** Behind everybody who helps: whatever is under way must have come to its end. */
export const untilQuiet = (looks: Looks): Promise<Quiet> => waitedFor(looks, readOnItsWay);

/** Before anybody helps: what is left then was neither in between two looks nor about to end by itself. */
export const untilNothingMoves = (looks: Looks): Promise<Quiet> => waitedFor(looks, readMovingByItself);

async function waitedFor(looks: Looks, read: (looks: Looks) => Promise<OnItsWay>): Promise<Quiet> {
  const began = performance.now();
  let seen: OnItsWay | undefined;
  const look = async (): Promise<boolean> => {
    seen = await read(looks);
    return Object.values(seen).every((count) => count === 0);
  };
  try {
    await until('nothing is under way', look, QUIET_WITHIN_MS);
    return { afterMs: Math.round(performance.now() - began) };
  } catch (error) {
    if (!seen) throw error;
    return { notYet: seen, unfinished: await readUnfinished(looks) };
  }
}
