/** Often enough to see that it goes on, seldom enough to be read. */
const EVERY_MS = 2_000;

/** Says from time to time how far a long run has come. */
export class Progress {
  private readonly counts = new Map<string, number>();
  private saidAt = Date.now();

  constructor(private readonly say: (line: string) => void) {}

  step(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
    if (Date.now() - this.saidAt < EVERY_MS) return;
    this.saidAt = Date.now();
    this.say([...this.counts].map(([name, count]) => `${count} ${name}`).join(', '));
  }
}
