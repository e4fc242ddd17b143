/** What recoveries took, in milliseconds, for whoever reads the output of the tests. */
export class RecoveryTimes {
  private readonly taken: number[] = [];

  add(ms: number): void {
    this.taken.push(Math.round(ms));
  }

  /** Undecided at the kill, decided this much later. */
  toString(): string {
    const sorted = this.taken.toSorted((a, b) => a - b);
    const at = (share: number): number => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
    return `${sorted.length} recovered: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, max ${at(1)} ms`;
  }
}
