import { ENDED } from './ops/command.js';
import { run } from './ops/run.js';
import { terminal } from './ops/terminal.js';

/**
 * `npm run ops -- <command>`: looks at a service and presses its levers, over its HTTP API. What was asked for goes to
 * stdout, everything else to stderr. Exit code 0: done; 1: refused; 2: it could not be asked.
 */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // Whoever reads has seen enough, as `head` has.
  if (error.code !== 'EPIPE') throw error;
});

try {
  process.exitCode = await run(process.argv.slice(2), terminal());
} catch (error) {
  process.stderr.write(`Unexpected: ${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = ENDED.unasked;
}
