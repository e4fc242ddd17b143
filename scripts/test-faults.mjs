/**
 * `npm run test:faults`: the fault tests alone, one file after the other, because recoveries are timed. `--full` kills
 * at every point of every journey instead of at chosen ones. Further arguments are Jest's, such as the name of a file.
 * Ends with what the kill matrix has come to, as lines of JSON, and with Jest's exit code.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const full = process.argv.includes('--full');
const forJest = process.argv.slice(2).filter((argument) => argument !== '--full');

const jest = spawn('jest', ['--maxWorkers=1', ...forJest, '--roots', 'test/faults'], {
  stdio: ['inherit', 'pipe', 'inherit'],
  env: {
    ...process.env,
    NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning',
    ...(full ? { FAULTS: 'full' } : {}),
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
