import type { Surroundings } from './surroundings.js';
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { setTimeout as pause } from 'node:timers/promises';

/** The terminal, or what stands in for it, of the process that runs a command. */
export function terminal(): Surroundings {
  const isSomebodyThere = process.stdin.isTTY && process.stderr.isTTY;
  return {
    variables: process.env,
    print: (text) => void process.stdout.write(text),
    say: (line) => void process.stderr.write(`${line}\n`),
    ask: isSomebodyThere ? ask : undefined,
    pause: (ms) => pause(ms),
  };
}

/** The question is not part of what was asked for, so it goes to stderr; whoever closes the terminal says nothing. */
async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await Promise.race([lines.question(question), once(lines, 'close').then(() => '')]);
  } finally {
    lines.close();
  }
}
