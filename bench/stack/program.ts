import type { RunningStack } from './running-stack.ts';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

/** A program that was started here and is ended here, by its own process id. */
export interface Program {
  readonly name: string;
  readonly pid: number;
  readonly child: ChildProcess;
  /** What its ready line matched. */
  readonly ready: RegExpMatchArray;
  /** What it has written, the end of it, for the complaint when something goes wrong. */
  lastWords(): string;
  stop(): Promise<void>;
}

export interface ProgramStart {
  readonly name: string;
  /** An executable and its arguments; a Node program when it begins with a file. */
  readonly command: readonly [string, ...string[]];
  /** All that it is told, beside where programs and temporary files are: whatever else the caller has set is not for it. */
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** The line that it writes, on either stream, once it can be used. */
  readonly ready: RegExp;
  /** Opens a channel for messages. */
  readonly ipc?: boolean;
}

/** What the slowest of them, a server with its own store, has needed on a busy machine, and twice that. */
const READY_WITHIN_MS = 60_000;
/** A service lets what runs end, within its own grace of 10 s. */
const STOPPED_WITHIN_MS = 15_000;
/** Characters: a few lines with the stack of an error in each. */
const SAID_KEPT = 10_000;

/** Starts it and waits for its ready line. Rejects with its last words when it ends before, or says nothing in time. */
export async function startProgram(start: ProgramStart): Promise<Program> {
  const [file, ...args] = start.command;
  const child = spawn(file, args, {
    cwd: start.cwd,
    env: { ...surroundings(), ...start.env },
    stdio: start.ipc ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const ready = Promise.withResolvers<RegExpMatchArray>();
  const listen = (chunk: Buffer): void => {
    said = (said + chunk.toString()).slice(-SAID_KEPT);
    const match = start.ready.exec(said);
    if (match) ready.resolve(match);
  };
  child.stdout?.on('data', listen);
  child.stderr?.on('data', listen);
  child.once('error', ready.reject);
  child.once('exit', (code) => ready.reject(new Error(`${start.name} ended with ${code}:\n${said}`)));
  const clock = setTimeout(
    () => ready.reject(new Error(`${start.name} was not ready within ${READY_WITHIN_MS} ms:\n${said}`)),
    READY_WITHIN_MS,
  );
  try {
    const match = await ready.promise;
    return { name: start.name, pid: child.pid!, child, ready: match, lastWords: () => said, stop: () => stop(child) };
  } catch (error) {
    await stop(child);
    throw error;
  } finally {
    clearTimeout(clock);
  }
}

/** The same, ended when the stack is stopped, also while it is still starting. */
export const startOnStack = (stack: RunningStack, start: ProgramStart): Promise<Program> =>
  stack.start(
    start.name,
    () => startProgram(start),
    (program) => program.stop(),
  );

function surroundings(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return { PATH, HOME, TMPDIR };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await Promise.race([ended, pause(STOPPED_WITHIN_MS, undefined, { ref: false })]);
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  await ended;
}
