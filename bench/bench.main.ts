import { type Options, readOptions } from './options.ts';
import { VoidRun } from './plan/measure.ts';
import type { Measurement } from './plan/measurement.ts';
import { named, usual } from './plan/measurements.ts';
import { measureInRounds } from './plan/rounds.ts';
import { soak } from './plan/soak.ts';
import { commitTime } from './readings/commit-time.ts';
import { figureOf } from './report/figures.ts';
import { describeMachine, runReport } from './report/run-report.ts';
import { barLines, textReport } from './report/text-report.ts';
import { allPass, soakVerdicts, verdictsOn } from './report/verdicts.ts';
import { writeGrowth, writeReport, writeSoak } from './report/written-report.ts';
import { endInOrder } from './stack/ended-in-order.ts';
import { Machine } from './stack/machine.ts';
import { RunningStack } from './stack/running-stack.ts';
import { UsageError } from './usage-error.ts';

/**
 * `npm run bench`: measures, and prints a table, or JSON with `--json`; chatter goes to stderr. Exit code 0 when a
 * bar was measured and none fails, 2 when it was asked for something that there is not, else 1. A run that left something wrong behind prints no figure.
 */
const say = (line: string): void => void process.stderr.write(`${line}\n`);

const stack = new RunningStack(say);
endInOrder(stack, say, 1);

async function compare(options: Options, measurements: readonly Measurement[]): Promise<boolean> {
  const machine = await Machine.start(stack);
  const commitMs = await commitTime(machine.database);
  const readings = await measureInRounds(measurements, machine, options, say);
  const report = runReport(options, {
    machine: await describeMachine(machine.database),
    commitMs,
    figures: measurements.map((measurement) => figureOf(measurement, readings.get(measurement.name)!)),
    seconds: Math.round(performance.now() / 1000),
    bars: verdictsOn(readings, commitMs).filter(({ value }) => !options.growth || value !== null),
  });
  process.stdout.write(options.json ? `${JSON.stringify(report)}\n` : textReport(report));
  if (options.out !== undefined) await (options.growth ? writeGrowth : writeReport)(options.out, report);
  return report.pass;
}

async function staySteady(options: Options, minutes: number): Promise<boolean> {
  const machine = await Machine.start(stack);
  const soaked = await soak(machine, options, minutes, say);
  const bars = soakVerdicts(soaked);
  const pass = allPass(bars);
  process.stdout.write(options.json ? `${JSON.stringify({ ...soaked, bars, pass })}\n` : `${barLines(bars)}\n`);
  if (options.out !== undefined) await writeSoak(options.out, soaked, bars);
  return pass;
}

try {
  const options = readOptions(process.argv.slice(2));
  const measurements = options.only.length > 0 ? named(options.only) : usual(options);
  const passed =
    options.soak === undefined ? await compare(options, measurements) : await staySteady(options, options.soak);
  process.exitCode = passed ? 0 : 1;
} catch (error) {
  if (!stack.isStopping)
    say(error instanceof UsageError || error instanceof VoidRun ? error.message : String((error as Error).stack));
  process.exitCode = error instanceof UsageError ? 2 : 1;
} finally {
  await stack.stopAll();
}
