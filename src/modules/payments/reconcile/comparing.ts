import type { Comparison, Difference, Entry } from './report.js';

/** What two books say about one thing. `foreign`: it is none of ours. */
export type Verdict =
  | { readonly is: 'agree' }
  | { readonly is: 'foreign' }
  | { readonly is: 'only there'; readonly there: Entry }
  | { readonly is: 'only here'; readonly here: Entry }
  | ({ readonly is: 'differ' } & Difference);

/** Agreement where nothing differs. */
export const verdictOn = (here: Entry, there: Entry, what: readonly (string | false)[]): Verdict => {
  const differing = what.filter((one) => one !== false);
  return differing.length === 0 ? { is: 'agree' } : { is: 'differ', what: differing, here, there };
};

/**
 * Where only the status differs and ours is on its way, one book is a moment behind the other: that is no difference yet.
 * It is for the next run to find it still so.
 */
export const unlessOnItsWay = (verdict: Verdict, isOnItsWay: boolean): Verdict =>
  isOnItsWay && verdict.is === 'differ' && verdict.what.every((what) => what === 'status') ? { is: 'agree' } : verdict;

/** Counts what agrees and keeps what does not. */
export class Comparing {
  private agree = 0;
  private foreign = 0;
  private readonly onlyThere: Entry[] = [];
  private readonly onlyHere: Entry[] = [];
  private readonly differ: Difference[] = [];

  take(verdict: Verdict): void {
    if (verdict.is === 'agree') this.agree++;
    else if (verdict.is === 'foreign') this.foreign++;
    else if (verdict.is === 'only there') this.onlyThere.push(verdict.there);
    else if (verdict.is === 'only here') this.onlyHere.push(verdict.here);
    else this.differ.push({ what: verdict.what, here: verdict.here, there: verdict.there });
  }

  get result(): Comparison {
    const { agree, onlyThere, onlyHere, differ, foreign } = this;
    return { agree, onlyThere, onlyHere, differ, foreign };
  }
}
