import { setTimeout as pause } from 'node:timers/promises';

interface Part {
  readonly name: string;
  readonly withinMs: number;
  readonly stop: () => Promise<void>;
}

/** What has been started and must be stopped again: the last first, each once, none skipped because another failed. */
export class RunningParts {
  private readonly parts: Part[] = [];
  private stopped?: Promise<void>;

  constructor(private readonly complain: (line: string) => void) {}

  /** `withinMs`: after that long the parts below it are stopped without waiting any further. */
  add(name: string, withinMs: number, stop: () => Promise<void>): void {
    this.parts.push({ name, withinMs, stop });
  }

  stopAll(): Promise<void> {
    this.stopped ??= this.stopEach();
    return this.stopped;
  }

  private async stopEach(): Promise<void> {
    for (let part = this.parts.pop(); part; part = this.parts.pop()) {
      const problem = await within(part.withinMs, part.stop());
      if (problem) this.complain(`The ${part.name} did not stop in order: ${problem}`);
    }
  }
}

/** Undefined when the work ended well and in time, else what went wrong. */
async function within(limitMs: number, work: Promise<void>): Promise<string | undefined> {
  const clock = new AbortController();
  const late = pause(limitMs, `still busy after ${limitMs} ms`, { signal: clock.signal }).catch(() => undefined);
  const done = work.then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  const problem = await Promise.race([done, late]);
  clock.abort();
  return problem;
}
