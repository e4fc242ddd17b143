import { measureOnce, VoidRun } from './measure.ts';
import type { Measurement, RunReading } from './measurement.ts';
import type { Options } from '../options.ts';
import { ofRound } from './measurements.ts';
import type { Machine } from '../stack/machine.ts';
import { mustAddUp } from './must-add-up.ts';
import type { System } from '../stack/system.ts';
import { setTimeout as pause } from 'node:timers/promises';

const LOOK_AGAIN_MS = 500;

/** The runs of every measurement, in the order of the rounds: the first of each belongs together, and so on. */
export type Readings = ReadonlyMap<string, readonly RunReading[]>;

/**
 * Measures in turn, A B C A B C, so that whatever slows the machine for a while slows all of them. After every run at our
 * service, and at the one that claims to write the same rows, everything that it has left is audited; throws VoidRun when
 * something does not add up.
 */
export async function measureInRounds(
  measurements: readonly Measurement[],
  machine: Machine,
  options: Options,
  say: (line: string) => void,
): Promise<Readings> {
  const readings = new Map<string, RunReading[]>(measurements.map(({ name }) => [name, []]));
  for (let round = 1; round <= options.rounds; round++) {
    for (const measurement of ofRound(measurements, round, options)) {
      const system = await machine.system(measurement.system);
      const { database, load } = machine;
      const reading = await measureOnce(measurement, system, { database, load, options });
      if (measurement.meanwhile !== undefined)
        await untilOver(measurement.meanwhile, measurement.name, machine, system);
      const left = system.isAudited ? { quietMs: await mustAddUp(measurement.name, machine.database, system) } : {};
      readings.get(measurement.name)!.push({ ...reading, ...left });
      const { perSecond, p50, p99, cpuMs } = reading;
      say(
        `round ${round}  ${measurement.name.padEnd(16)} ${perSecond.toFixed(0).padStart(6)}/s  p50 ${p50.toFixed(1)} ms  p99 ${p99.toFixed(1)} ms  CPU ${cpuMs.system?.toFixed(2)} + ${cpuMs.database?.toFixed(2)} ms`,
      );
    }
  }
  return readings;
}

/** What the next measurements must not have beside them. Throws VoidRun when it was over before the window was. */
async function untilOver(
  meanwhile: string,
  name: string,
  { database }: Machine,
  { databaseUrl }: System,
): Promise<void> {
  const goesOn = async (): Promise<boolean> => (await database.rows(databaseUrl, meanwhile)).length > 0;
  if (!(await goesOn())) throw new VoidRun(`${name}: what it was to be measured beside was over too early`);
  while (await goesOn()) await pause(LOOK_AGAIN_MS);
}
