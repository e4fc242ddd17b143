/** So many at a time; whoever comes later waits in line, without a bound. */
export class Slots {
  private readonly line: (() => void)[] = [];

  constructor(private free: number) {}

  async during<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((enter) => this.line.push(enter));
    try {
      return await work();
    } finally {
      const next = this.line.shift();
      if (next) next();
      else this.free++;
    }
  }
}
