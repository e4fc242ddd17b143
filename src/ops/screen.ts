import { harmless } from './readable.js';
import type { Surroundings } from './surroundings.js';

/** Where answers and remarks go: what was asked for to stdout, everything else to stderr. */
export class Screen {
  constructor(
    private readonly around: Pick<Surroundings, 'print' | 'say'>,
    /** `--json`: of what was asked for exactly what the service has answered, one JSON document. */
    readonly isJson: boolean,
  ) {}

  /** The one answer of a command. */
  show(answer: unknown, lines: () => readonly string[]): void {
    this.around.print(this.isJson ? `${JSON.stringify(answer)}\n` : `${lines().map(harmless).join('\n')}\n`);
  }

  say(...lines: readonly string[]): void {
    for (const line of lines) this.around.say(harmless(line));
  }
}
