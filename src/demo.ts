import { runDemo } from './demo/run-demo.js';
import { ENDED } from './ops/command.js';

/**
 * `npm run demo [-- --json] [--url <address>]`: plays everything that repeats against a running service with the sandbox
 * provider, tells what each layer stopped, and compares both books. Exit code 0: all is well; 1: something is wrong; 2:
 * it could not be played.
 */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // Whoever reads has seen enough, as `head` has.
  if (error.code !== 'EPIPE') throw error;
});

try {
  process.exitCode = await runDemo(process.argv.slice(2), {
    variables: process.env,
    print: (text) => void process.stdout.write(text),
    say: (line) => void process.stderr.write(`${line}\n`),
    isTerminal: process.stdout.isTTY && process.env.NO_COLOR === undefined,
  });
} catch (error) {
  process.stderr.write(`Unexpected: ${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = ENDED.unasked;
}
