import type { Rule, Violation } from './rule.js';

/** As many of each rule as a person looks at; the others are counted. */
const SHOWN = 100;

/** What was found so far: every violation is counted, the first hundred of each rule are kept. */
export class Findings {
  private readonly counts = new Map<string, number>();
  private readonly shown: Violation[] = [];
  private readonly rows = new Map<string, number>();
  private readonly finished = new Set<string>();

  /** @param progress told after each part, for a person who waits */
  constructor(private readonly progress: (rows: ReadonlyMap<string, number>) => void) {}

  add({ name }: Rule, found: readonly Omit<Violation, 'rule'>[]): void {
    for (const { subject, detail } of found) {
      const count = (this.counts.get(name) ?? 0) + 1;
      this.counts.set(name, count);
      if (count <= SHOWN) this.shown.push({ rule: name, subject, detail });
    }
  }

  /** Counts what was looked at. */
  checked(what: string, rows: number): void {
    if (!this.finished.has(what)) this.rows.set(what, (this.rows.get(what) ?? 0) + rows);
    this.progress(this.rows);
  }

  /** Another walk of the same table counts its rows no second time. */
  finish(what: string): void {
    this.finished.add(what);
  }

  countOf({ name }: Rule): number {
    return this.counts.get(name) ?? 0;
  }

  get violations(): readonly Violation[] {
    return this.shown;
  }

  get checkedRows(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.rows);
  }
}
