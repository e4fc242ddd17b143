import { readOptions } from './options.js';
import { exitCodeOf } from './report/lab-report.js';
import { textReport } from './report/text-report.js';
import { keepHeard, writePage } from './report/written-page.js';
import { runLab } from './run-lab.js';
import { endInOrder } from '../bench/stack/ended-in-order.ts';
import { RunningStack } from '../bench/stack/running-stack.ts';
import { UsageError } from '../bench/usage-error.ts';

/**
 * `npm run lab`: a report to stdout, as JSON with `--json`; everything else to stderr. Exit code 0: nothing is violated;
 * 1: something is; 2: it could not be run.
 */
const say = (line: string): void => void process.stderr.write(`${line}\n`);

const NOT_RUN = 2;

const orWhyNot = (error: unknown): string => `not written: ${String(error)}`;

const stack = new RunningStack(say);
endInOrder(stack, say, NOT_RUN);

try {
  const options = readOptions(process.argv.slice(2));
  const run = await runLab(options, stack, say);
  process.stdout.write(options.json ? `${JSON.stringify(run.report)}\n` : textReport(run.report));
  process.exitCode = exitCodeOf(run.report);
  // What was found is told by now, whether the disk takes the page or not.
  say(`The page: ${await writePage(options.out, run).catch(orWhyNot)}`);
  if (process.exitCode !== 0)
    say(`What the clients have heard: ${await keepHeard(options.out, options.seed, run.heardFile).catch(orWhyNot)}`);
} catch (error) {
  if (!stack.isStopping) say(error instanceof UsageError ? error.message : String((error as Error).stack));
  process.exitCode = NOT_RUN;
} finally {
  await stack.stopAll();
}
