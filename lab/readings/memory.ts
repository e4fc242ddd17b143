import type { Instance, Life } from '../stack/instance.js';
import { residentMemoryMb } from '../../bench/readings/process-readings.ts';

/** How the memory of one process has developed. */
export interface MemoryOfLife {
  readonly instance: number;
  readonly minutes: number;
  readonly fromMb: number;
  readonly toMb: number;
  /** By the line that fits its samples best (least squares). */
  readonly mbPerMinute: number;
}

interface Sample {
  readonly atMs: number;
  readonly mb: number;
}

/** A process that has just started loads what it needs and lets its heap grow to its size; that says nothing of later. */
const WARM_UP_MS = 60_000;
/** Shorter than this, one collection of garbage more or less makes the slope. */
const SHORTEST_MS = 60_000;

/** Weighs every instance whenever it is told to (Linux only: elsewhere there is nothing to read). */
export class MemoryWatch {
  private readonly samples = new Map<Life, Sample[]>();
  private isEnough = false;
  private most: number | undefined;

  constructor(
    private readonly instances: readonly Pick<Instance, 'pid' | 'lives'>[],
    private readonly weigh: (pid: number) => number | undefined = (pid) => residentMemoryMb([pid]),
  ) {}

  /** From now on nothing is weighed: who has nothing to do any more grows lighter, which bends the slope. */
  enough(): void {
    this.isEnough = true;
  }

  look(): void {
    if (this.isEnough) return;
    for (const { pid, lives } of this.instances) {
      const life = lives.at(-1);
      const mb = pid === undefined ? undefined : this.weigh(pid);
      if (!life || life.pid !== pid || mb === undefined) continue;
      const samples = this.samples.get(life) ?? [];
      this.most = Math.max(this.most ?? 0, mb);
      samples.push({ atMs: performance.now() - life.from, mb });
      this.samples.set(life, samples);
    }
  }

  /** The most MB that any process has held when it was weighed, however short it lived; undefined when none was. */
  get mostMb(): number | undefined {
    return this.most;
  }

  /** Of the lives that were long enough to tell. */
  get lives(): MemoryOfLife[] {
    return [...this.samples].flatMap(([{ instance }, all]) => {
      const samples = all.filter(({ atMs }) => atMs >= WARM_UP_MS);
      const [first, last] = [samples[0], samples.at(-1)];
      if (!first || !last || last.atMs - first.atMs < SHORTEST_MS) return [];
      const minutes = (last.atMs - first.atMs) / 60_000;
      return [{ instance, minutes, fromMb: first.mb, toMb: last.mb, mbPerMinute: slope(samples) * 60_000 }];
    });
  }
}

/** MB per millisecond of the line of least squares. */
function slope(samples: readonly Sample[]): number {
  const mean = (of: (sample: Sample) => number): number =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
  const [middle, weight] = [mean(({ atMs }) => atMs), mean(({ mb }) => mb)];
  const together = samples.reduce((sum, { atMs, mb }) => sum + (atMs - middle) * (mb - weight), 0);
  const alone = samples.reduce((sum, { atMs }) => sum + (atMs - middle) ** 2, 0);
  return alone === 0 ? 0 : together / alone;
}
