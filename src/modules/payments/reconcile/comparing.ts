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
