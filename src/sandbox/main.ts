import { readEnvironment } from './environment.js';
import { startSandbox } from './server.js';
import { DirectoryInUse } from './sole-use.js';

/** `npm run sandbox`: the provider alone, until it is told to stop. What prevents the start is one line and exit 1. */
try {
  const sandbox = await startSandbox(readEnvironment(process.env));
  console.log(`The sandbox payment provider listens on ${sandbox.url}`);
  const stop = (): void => void sandbox.close().then(() => process.exit(0));
  process.once('SIGINT', stop).once('SIGTERM', stop);
} catch (error) {
  console.error(lineAbout(error));
  process.exitCode = 1;
}

function lineAbout(error: unknown): string {
  const { code, port, message } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') return `SANDBOX_PORT ${port} is taken by another process.`;
  if (error instanceof DirectoryInUse) return message;
  return `The sandbox cannot start: ${message}`;
}
