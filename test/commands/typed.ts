import { run } from '../../src/ops/run.js';
import type { Ended } from '../../src/ops/command.js';
import { KEYS } from '../support/environment.js';

/** What a command of `npm run ops` has come to. */
export interface Typed {
  readonly code: Ended;
  readonly stdout: string;
  readonly stderr: string;
  /** How long it would have paused, in milliseconds. */
  readonly pauses: readonly number[];
}

export interface TypedOptions {
  /** What a person at the terminal answers, in turn, and may do before that; without it nobody sits there. */
  readonly answers?: readonly (string | (() => Promise<string>))[];
  readonly variables?: Record<string, string>;
}

/** Types a command for an operator of the service at `url`, in this process; no output may ever hold a secret. */
export async function typed(url: string, args: readonly string[], options: TypedOptions = {}): Promise<Typed> {
  const { answers, variables = {} } = options;
  const [left, pauses] = [[...(answers ?? [])], [] as number[]];
  let [stdout, stderr] = ['', ''];
  const ask = async (question: string): Promise<string> => {
    stderr += question;
    const answer = left.shift() ?? '';
    return typeof answer === 'string' ? answer : answer();
  };
  const code = await run(args, {
    variables: { ICHIDO_URL: url, ICHIDO_OPERATOR_KEY: KEYS.operator, ...variables },
    print: (text) => void (stdout += text),
    say: (line) => void (stderr += `${line}\n`),
    ask: answers && ask,
    pause: async (ms) => void pauses.push(ms),
  });
  expectNoSecret(stdout + stderr);
  return { code, stdout, stderr, pauses };
}

/** The keys of the tests are never shown. */
export function expectNoSecret(output: string): void {
  const shown = Object.entries(KEYS).filter(([, secret]) => output.includes(secret));
  expect(shown).toEqual([]);
}
