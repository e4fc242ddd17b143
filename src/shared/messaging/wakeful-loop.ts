import type { RelayPolicy } from './relay-policy.js';

/** Does its work again and again: at once while it finds some, else after a nudge or a pause, never twice at a time. */
export class WakefulLoop {
  private running: Promise<void> = Promise.resolve();
  private stopping = false;
  private nudged = false;
  private interrupt?: () => void;

  /**
   * @param work answers whether there may be more to do at once
   * @param failed hears why work failed; the loop goes on after a pause
   */
  constructor(
    private readonly work: () => Promise<boolean>,
    private readonly times: Pick<RelayPolicy, 'pollMs' | 'gatherMs'>,
    private readonly failed: (error: unknown) => void,
  ) {}

  start(): void {
    this.running = this.run();
  }

  wake(): void {
    this.nudged = true;
    this.interrupt?.();
  }

  /** Resolves when what runs at the moment is through. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.interrupt?.();
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      this.nudged = false;
      try {
        if (!(await this.work())) await this.rest();
      } catch (error) {
        this.failed(error);
        // No nudge shortens this one: whatever is broken gets its time.
        await this.wait(this.times.pollMs, () => false);
      }
    }
  }

  private async rest(): Promise<void> {
    if (!this.nudged) await this.wait(this.times.pollMs, () => this.nudged);
    if (this.nudged) await this.wait(this.times.gatherMs, () => false);
  }

  /** @param enough asked at every nudge; a stop always ends the wait */
  private async wait(ms: number, enough: () => boolean): Promise<void> {
    if (this.stopping) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    this.interrupt = () => {
      if (this.stopping || enough()) resolve();
    };
    await promise;
    clearTimeout(timer);
    this.interrupt = undefined;
  }
}
