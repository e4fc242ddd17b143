import { FLAT_MEMORY, FLAT_TABLES, IDLE_ALLOWANCE_MS, KEEPS_UP, MEMORY_LIMIT_MB, RATIO_BARS } from '../plan/bars.ts';
import type { RunReading } from '../plan/measurement.ts';
import { median } from '../plan/median.ts';
import type { Readings } from '../plan/rounds.ts';
import { growthOf, keptUp, mostMemoryMb, type Soak } from '../plan/soak-growth.ts';

/** A bar with what was measured; it is a floor or a ceiling. Null where one of its sides was not measured. */
export interface Verdict {
  readonly name: string;
  readonly unit: 'ratio' | 'ms' | 'MB';
  readonly value: number | null;
  readonly atLeast?: number;
  readonly atMost?: number;
  readonly pass: boolean | null;
}

/** Whether something was measured, and nothing of it fails. */
export const allPass = (verdicts: readonly Verdict[]): boolean =>
  verdicts.some(({ pass }) => pass !== null) && verdicts.every(({ pass }) => pass !== false);

const floor = (name: string, value: number | undefined, atLeast: number): Verdict => ({
  name,
  unit: 'ratio',
  value: value ?? null,
  atLeast,
  pass: value === undefined ? null : value >= atLeast,
});

const ceiling = (name: string, unit: Verdict['unit'], value: number | undefined, atMost: number): Verdict => ({
  name,
  unit,
  value: value ?? null,
  atMost,
  pass: value === undefined ? null : value <= atMost,
});

/** All bars of a comparison. @param commitMs what one commit takes while nothing else happens */
export function verdictsOn(readings: Readings, commitMs: number): Verdict[] {
  return [
    ...RATIO_BARS.map(({ name, of, to, atLeast }) => floor(name, ratioOf(readings, of, to), atLeast)),
    idleLatency(readings, commitMs),
    ceiling('peak_memory', 'MB', peakMemory(readings), MEMORY_LIMIT_MB),
  ];
}

/** Whether a soak stayed flat. */
export function soakVerdicts(soak: Soak): Verdict[] {
  const { samples } = soak;
  return [
    floor('soak_rate', keptUp(soak), KEEPS_UP),
    ceiling('soak_memory_growth', 'ratio', growthOf(samples, 'memoryMb'), FLAT_MEMORY),
    ceiling('soak_table_growth', 'ratio', growthOf(samples, 'workMb'), FLAT_TABLES),
    ceiling('soak_memory', 'MB', mostMemoryMb(samples), MEMORY_LIMIT_MB),
  ];
}

/** The median of the ratios of each round, so that a slow minute is on both sides. */
function ratioOf(readings: Readings, of: string, to: string): number | undefined {
  const [ours = [], theirs = []] = [readings.get(of), readings.get(to)];
  return median(ours.slice(0, theirs.length).map((run, round) => run.perSecond / theirs[round]!.perSecond));
}

const p50 = (runs: readonly RunReading[] = []): number | undefined => median(runs.map((run) => run.p50));

function idleLatency(readings: Readings, commitMs: number): Verdict {
  const providerMs = p50(readings.get('idle.provider'));
  const atMost = 2 * commitMs + (providerMs ?? 0) + IDLE_ALLOWANCE_MS;
  return ceiling('idle_latency', 'ms', providerMs === undefined ? undefined : p50(readings.get('idle')), atMost);
}

/** Of the service that all loads of a run have gone through. */
function peakMemory(readings: Readings): number | undefined {
  const peaks = ['place', 'hot', 'replay', 'idle', 'mixed', 'declined', 'undone', 'webhooks']
    .flatMap((name) => readings.get(name) ?? [])
    .flatMap(({ peakMemoryMb }) => peakMemoryMb ?? []);
  return peaks.length === 0 ? undefined : Math.max(...peaks);
}
