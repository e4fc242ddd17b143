/**
 * What runs and must be stopped again: the last first, each once, none left because another did not stop in order. What
 * comes when all is being stopped is stopped at once.
 */
export class RunningStack {
  private readonly parts: { readonly name: string; readonly stop: () => Promise<unknown> }[] = [];
  private readonly complain: (line: string) => void;
  private readonly ending = new AbortController();
  private stopped?: Promise<void>;

  constructor(complain: (line: string) => void) {
    this.complain = complain;
  }

  /** True from the first stop on: nothing more is to be started. */
  get isStopping(): boolean {
    return this.ending.signal.aborted;
  }

  /** Aborted by the first stop, for whoever waits for something that will not come any more. */
  get signal(): AbortSignal {
    return this.ending.signal;
  }

  /**
   * Starts something that is on the stack from its first moment: a stop that comes meanwhile waits until it has started,
   * and stops it. What does not start is not stopped. Rejects when all is being stopped.
   */
  async start<T>(name: string, start: () => Promise<T>, stop: (started: T) => Promise<unknown>): Promise<T> {
    if (this.isStopping) throw new Error(`${name} is not started: all is being stopped`);
    const started = start();
    this.add(name, () => started.then(stop, () => undefined));
    return started;
  }

  add(name: string, stop: () => Promise<unknown>): void {
    this.parts.push({ name, stop });
    if (this.stopped) this.stopped = this.stopped.then(() => this.stopEach());
  }

  stopAll(): Promise<void> {
    this.ending.abort();
    this.stopped ??= this.stopEach();
    return this.stopped;
  }

  private async stopEach(): Promise<void> {
    for (let part = this.parts.pop(); part; part = this.parts.pop()) {
      const { name, stop } = part;
      try {
        await stop();
      } catch (error) {
        this.complain(`${name} did not stop in order: ${String(error)}`);
      }
    }
  }
}
