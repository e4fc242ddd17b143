import { wrapped } from '../ops/readable.js';

/** Where a story goes. */
export interface Outlet {
  /** To stdout. */
  readonly print: (text: string) => void;
  /** To stderr, a line. */
  readonly say: (line: string) => void;
  /** Whether somebody looks at it who can see bold letters. */
  readonly isTerminal: boolean;
}

const BOLD = '\u001b[1m';
const PLAIN = '\u001b[22m';

/** Tells line by line while things happen; beside a JSON document to stderr. */
export class Teller {
  constructor(
    private readonly outlet: Outlet,
    private readonly isJson: boolean,
  ) {}

  title(title: string, sentence: string): void {
    const isBold = this.outlet.isTerminal && !this.isJson;
    this.tell(isBold ? `${BOLD}${title}${PLAIN}` : title, ...wrapped(sentence, '  '));
  }

  tell(...lines: readonly string[]): void {
    if (this.isJson) for (const line of lines) this.outlet.say(line);
    else this.outlet.print(`${lines.join('\n')}\n`);
  }
}
