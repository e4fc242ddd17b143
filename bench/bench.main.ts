import { readOptions, UsageError } from './options.ts';
import { VoidRun } from './plan/measure.ts';
import { chosen } from './plan/measurements.ts';
import { measureInRounds } from './plan/rounds.ts';
import { commitTime } from './readings/commit-time.ts';
import { figureOf } from './report/figures.ts';
import { textReport } from './report/text-report.ts';
import { verdictsOn } from './report/verdicts.ts';
import { Machine } from './stack/machine.ts';
import { RunningStack } from './stack/running-stack.ts';

/**
 * `npm run bench`: measures, and prints a table, or JSON with `--json`; chatter goes to stderr. Exit code 0 when every
 * measured bar passes, else 1. A run that left something wrong behind prints no figure.
 */
const say = (line: string): void => void process.stderr.write(`${line}\n`);

const stack = new RunningStack(say);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stack.stopAll().then(() => process.exit(1)));

async function run(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  const measurements = chosen(options.only);
  const machine = await Machine.start(stack);
  const commitMs = await commitTime(machine.database);
  const readings = await measureInRounds(measurements, machine, options, say);
  const figures = measurements.map((measurement) => figureOf(measurement, readings.get(measurement.name)!));
  const verdicts = verdictsOn(readings, commitMs);
  const pass = verdicts.every((verdict) => verdict.pass);
  process.stdout.write(
    options.json ? `${JSON.stringify({ commitMs, figures, bars: verdicts, pass })}\n` : textReport(figures, verdicts),
  );
  return pass ? 0 : 1;
}

try {
  process.exitCode = await run();
} catch (error) {
  if (!stack.isStopping)
    say(error instanceof UsageError || error instanceof VoidRun ? error.message : String((error as Error).stack));
  process.exitCode = 1;
} finally {
  await stack.stopAll();
}
