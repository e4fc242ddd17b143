import type { RunReading } from '../plan/measurement.ts';
import { median } from '../plan/median.ts';

/** The medians of the runs of one measurement; `runs` are the answers per second of each. */
export interface Figure {
  readonly name: string;
  readonly title: string;
  readonly perSecond: number;
  readonly runs: readonly number[];
  /** Which part of what came back was no answer yet (202), from 0 to 1. */
  readonly undecided: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly cpuMs: RunReading['cpuMs'];
  readonly peakMemoryMb?: number;
  readonly commits: number;
  readonly walBytes: number;
  /** How long the service went on working on what a run had left, in ms; absent where that is not looked at. */
  readonly quietMs?: number;
}

export function figureOf({ name, title }: { name: string; title: string }, runs: readonly RunReading[]): Figure {
  const of = (read: (run: RunReading) => number): number => median(runs.map(read)) ?? Number.NaN;
  const known = (read: (run: RunReading) => number | undefined): number | undefined =>
    median(runs.flatMap((run) => read(run) ?? []));
  return {
    name,
    title,
    perSecond: of((run) => run.perSecond),
    runs: runs.map((run) => run.perSecond),
    undecided: of(({ undecided, answered }) => undecided / (undecided + answered)),
    p50: of((run) => run.p50),
    p95: of((run) => run.p95),
    p99: of((run) => run.p99),
    cpuMs: {
      system: known((run) => run.cpuMs.system),
      database: known((run) => run.cpuMs.database),
      provider: known((run) => run.cpuMs.provider),
      load: known((run) => run.cpuMs.load),
    },
    peakMemoryMb: known((run) => run.peakMemoryMb),
    commits: of((run) => run.commits),
    walBytes: of((run) => run.walBytes),
    quietMs: known((run) => run.quietMs),
  };
}
