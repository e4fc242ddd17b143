import { FLAT_MEMORY, FLAT_TABLES, IDLE_ALLOWANCE_MS, MEMORY_LIMIT_MB, RATIO_BARS } from '../plan/bars.ts';
import type { RunReading } from '../plan/measurement.ts';
import { median } from '../plan/median.ts';
import type { Readings } from '../plan/rounds.ts';
import { growthOf, type Soak } from '../plan/soak.ts';

/** A bar with what was measured; it is a floor or a ceiling. */
export interface Verdict {
  readonly name: string;
  readonly unit: 'ratio' | 'ms' | 'MB';
  readonly value: number;
  readonly atLeast?: number;
  readonly atMost?: number;
  readonly pass: boolean;
}

/** The bars that were measured. @param commitMs what one commit takes while nothing else happens */
export function verdictsOn(readings: Readings, commitMs: number): Verdict[] {
  return [...ratios(readings), ...idleLatency(readings, commitMs), ...memory(readings)];
}

/** The median of the ratios of each round, so that a slow minute is on both sides. */
function ratios(readings: Readings): Verdict[] {
  return RATIO_BARS.flatMap(({ name, of, to, atLeast }) => {
    const [ours = [], theirs = []] = [readings.get(of), readings.get(to)];
    const value = median(ours.slice(0, theirs.length).map((run, round) => run.perSecond / theirs[round]!.perSecond));
    return value === undefined ? [] : [{ name, unit: 'ratio', value, atLeast, pass: value >= atLeast }];
  });
}

const p50 = (runs: readonly RunReading[] = []): number | undefined => median(runs.map((run) => run.p50));

function idleLatency(readings: Readings, commitMs: number): Verdict[] {
  const [value, providerMs] = [p50(readings.get('idle')), p50(readings.get('idle.provider'))];
  if (value === undefined || providerMs === undefined) return [];
  const atMost = 2 * commitMs + providerMs + IDLE_ALLOWANCE_MS;
  return [{ name: 'idle_latency', unit: 'ms', value, atMost, pass: value <= atMost }];
}

/** Whether a soak stayed flat. */
export function soakVerdicts({ samples }: Soak): Verdict[] {
  const memoryGrowth = growthOf(samples, 'memoryMb');
  const tableGrowth = growthOf(samples, 'workMb');
  const most = Math.max(...samples.map(({ memoryMb }) => memoryMb));
  return [
    {
      name: 'soak_memory_growth',
      unit: 'ratio',
      value: memoryGrowth,
      atMost: FLAT_MEMORY,
      pass: memoryGrowth <= FLAT_MEMORY,
    },
    {
      name: 'soak_table_growth',
      unit: 'ratio',
      value: tableGrowth,
      atMost: FLAT_TABLES,
      pass: tableGrowth <= FLAT_TABLES,
    },
    { name: 'soak_memory', unit: 'MB', value: most, atMost: MEMORY_LIMIT_MB, pass: most < MEMORY_LIMIT_MB },
  ];
}

function memory(readings: Readings): Verdict[] {
  const peaks = [...readings]
    .filter(([name]) => name === 'place' || name === 'hot')
    .flatMap(([, runs]) => runs.flatMap(({ peakMemoryMb }) => peakMemoryMb ?? []));
  if (peaks.length === 0) return [];
  const value = Math.max(...peaks);
  return [{ name: 'peak_memory', unit: 'MB', value, atMost: MEMORY_LIMIT_MB, pass: value < MEMORY_LIMIT_MB }];
}
