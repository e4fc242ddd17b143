/**
 * `npm run test:faults`: the fault tests and the model alone, one file after the other, because recoveries are timed.
 * `--full` kills at every point of every journey instead of at chosen ones, and plays more and longer scenarios against
 * the model; with `--minutes M` each file of kills begins no further point after that long, and what it has killed by
 * then is spread over all of them. Further arguments are Jest's, such as the name of a file. Ends with what the kill
 * matrix has come to, as lines of JSON, and with Jest's exit code.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const forJest = process.argv.slice(2);
/** Takes an argument of ours out of Jest's, with the values that follow it. */
const take = (name, values) => {
  const at = forJest.indexOf(name);
  return at < 0 ? undefined : forJest.splice(at, 1 + values).at(-1);
};
const full = take('--full', 0);
const minutes = take('--minutes', 1);

const jest = spawn('jest', ['--maxWorkers=1', ...forJest, '--roots', 'test/faults', 'test/model'], {
  stdio: ['inherit', 'pipe', 'inherit'],
  env: {
    ...process.env,
    NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning',
    ...(full ? { FAULTS: 'full' } : {}),
    ...(minutes ? { FAULTS_MINUTES: minutes } : {}),
  },
});

const figures = [];
createInterface({ input: jest.stdout }).on('line', (line) => {
  process.stdout.write(`${line}\n`);
  if (line.startsWith('kill matrix: ')) figures.push(line);
});

jest.once('close', (code) => {
  if (figures.length > 0) process.stdout.write(`\n${figures.join('\n')}\n`);
  process.exitCode = code ?? 1;
});
