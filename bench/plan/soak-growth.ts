import { median } from './median.ts';
import type { MachineReport } from '../report/run-report.ts';

/** One interval of a soak. */
export interface SoakSample {
  readonly perSecond: number;
  readonly p99: number;
  /** Absent where this machine does not tell. */
  readonly memoryMb?: number;
  /** MB of the tables whose rows come and go, with their indexes. */
  readonly workMb: number;
  /** Rows that are dead and not cleaned up yet, in all tables. */
  readonly deadRows: number;
}

export interface Soak {
  readonly measuredAt: string;
  readonly machine: MachineReport;
  readonly minutes: number;
  /** Requests a second that were sent. */
  readonly rate: number;
  readonly samples: readonly SoakSample[];
}

/** Past the start, which is spent on what a full load has left, and on finding the size of heap and tables. */
const pastTheStart = (samples: readonly SoakSample[]): readonly SoakSample[] =>
  samples.slice(Math.floor(samples.length / 4));

/** The most MB that it held past its first quarter; undefined where nobody knows. */
export function mostMemoryMb(samples: readonly SoakSample[]): number | undefined {
  const known = pastTheStart(samples).flatMap(({ memoryMb }) => memoryMb ?? []);
  return known.length === 0 ? undefined : Math.max(...known);
}

/** Which part of what was sent was answered in time, in the median of the intervals. */
export const keptUp = ({ samples, rate }: Soak): number =>
  (median(pastTheStart(samples).map(({ perSecond }) => perSecond)) ?? 0) / rate;

/** How much more the last quarter holds than the second one, which is past the start: 1 is flat, undefined unknown. */
export function growthOf(samples: readonly SoakSample[], what: 'memoryMb' | 'workMb'): number | undefined {
  const quarter = Math.max(1, Math.floor(samples.length / 4));
  const of = (from: number): number | undefined =>
    median(samples.slice(from, from + quarter).flatMap((sample) => sample[what] ?? []));
  const [before, after] = [of(Math.min(quarter, samples.length - 1)), of(samples.length - quarter)];
  return before === undefined || after === undefined ? undefined : after / before;
}
