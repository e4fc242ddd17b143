/** Milliseconds from the kill, or from the next start, to the decision. */
export interface RecoverySummary {
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

/** What recoveries took, in milliseconds, for whoever reads the output of the tests. */
export class RecoveryTimes {
  private readonly taken: number[] = [];

  add(ms: number): void {
    this.taken.push(Math.round(ms));
  }

  get count(): number {
    return this.taken.length;
  }

  get summary(): RecoverySummary {
    const sorted = this.taken.toSorted((a, b) => a - b);
    const at = (share: number): number => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
    return { p50: at(0.5), p95: at(0.95), max: at(1) };
  }
}
