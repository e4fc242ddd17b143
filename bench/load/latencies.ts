/** Milliseconds of the answers of one window. */
export class Latencies {
  private readonly taken: number[] = [];

  add(ms: number): void {
    this.taken.push(ms);
  }

  get count(): number {
    return this.taken.length;
  }

  /** Nearest rank: the smallest one that at least this share (0 to 1) do not exceed; 0 when there are none. */
  read(...shares: readonly number[]): number[] {
    const sorted = Float64Array.from(this.taken).toSorted();
    return shares.map((share) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0);
  }
}
