/** What runs and must be stopped again: the last first, each once, none left because another did not stop in order. */
export class RunningStack {
  private readonly parts: { readonly name: string; readonly stop: () => Promise<unknown> }[] = [];
  private readonly complain: (line: string) => void;
  private stopped?: Promise<void>;

  constructor(complain: (line: string) => void) {
    this.complain = complain;
  }

  /** True from the first stop on: nothing more is to be started. */
  get isStopping(): boolean {
    return this.stopped !== undefined;
  }

  add(name: string, stop: () => Promise<unknown>): void {
    this.parts.push({ name, stop });
  }

  stopAll(): Promise<void> {
    this.stopped ??= this.stopEach();
    return this.stopped;
  }

  private async stopEach(): Promise<void> {
    for (let part = this.parts.pop(); part; part = this.parts.pop()) {
      const { name, stop } = part;
      await stop().catch((error: unknown) => this.complain(`${name} did not stop in order: ${String(error)}`));
    }
  }
}
