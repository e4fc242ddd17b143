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

/** The question is not part of what was asked for, so it goes to stderr. Ctrl-C and Ctrl-D say nothing, which is no. */
async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const nothing = once(lines, 'close').then(() => '\n');
    const answer = await Promise.race([lines.question(question).catch(() => nothing), nothing]);
    // Who has pressed no Enter is still on the line of the question.
    if (answer === '\n') process.stderr.write(answer);
    return answer;
  } finally {
    lines.close();
  }
}
