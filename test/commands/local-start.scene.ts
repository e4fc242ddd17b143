import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { spawnProgram } from '../support/program.js';
import type { ServerScene } from './embedded-server.scene.js';
import { until } from './until.js';

/** A local start as a black box: what it prints and how it ends. */
export interface LocalStart {
  readonly process: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
  /** Waits until it says that it runs; returns the service's URL. */
  running(): Promise<string>;
}

/** What every start here has in common: any free ports and no word but complaints. Undefined takes a variable away. */
const variables = (env: Record<string, string>): NodeJS.ProcessEnv => ({
  ...process.env,
  DATABASE_URL: '',
  PORT: '0',
  SANDBOX_PORT: '0',
  LOG_LEVEL: 'error',
  ...env,
});

/** The program behind `npm start`. It leads a process group, as a terminal's job does. */
export const startProgram = (scene: ServerScene, env: Record<string, string>): LocalStart =>
  observe(
    scene.keep(
      spawnProgram('start.js', [], {
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...variables(env), NODE_OPTIONS: '' },
      }),
    ),
  );

/** The command itself, with its build. */
export const startByNpm = (scene: ServerScene, env: Record<string, string>): LocalStart =>
  observe(
    scene.keep(
      spawn('npm', ['start'], {
        cwd: fileURLToPath(new URL('../../', import.meta.url)),
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...variables(env), NODE_OPTIONS: '' },
      }),
    ),
  );

function observe(child: ChildProcess): LocalStart {
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string);
  const running = async (): Promise<string> => {
    await until('the service runs', () => {
      if (child.exitCode !== null) throw new Error(`it ended instead: ${stderr}`);
      return stdout.includes('curl ');
    });
    return /Service\s+(http:\S+)/.exec(stdout)?.[1] ?? '';
  };
  return { process: child, stdout: () => stdout, stderr: () => stderr, ended, running };
}

/** A signal to everyone in the foreground, as the terminal's Ctrl-C is. */
export function signalGroup({ process: leader }: Pick<LocalStart, 'process'>, signal: NodeJS.Signals): void {
  if (!leader.pid) throw new Error('it never began');
  process.kill(-leader.pid, signal);
}
