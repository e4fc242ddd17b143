import { CouldNotAsk } from './could-not-ask.error.js';
import { parseArgs } from 'node:util';

/** Options by their names: what a value is, or true for a switch. */
export type Options = Readonly<Record<string, string | true>>;

/** Read as "here" and "one up" in a path, however they are written. */
const ONLY_DOTS = /^\.*$/;

/** What was typed behind the name of a command. */
export class Wanted {
  private constructor(
    private readonly values: Readonly<Record<string, string | boolean | undefined>>,
    private readonly named: readonly string[],
  ) {}

  /**
   * @param takes how many words stand without an option, at least and at most
   * @throws CouldNotAsk with what was typed wrongly; `usage` is added to it
   */
  static read(
    args: readonly string[],
    options: Options,
    takes: { readonly least: number; readonly most: number },
    usage: string,
  ): Wanted {
    const known = Object.entries(options).map(
      ([name, value]) => [name, { type: value === true ? ('boolean' as const) : ('string' as const) }] as const,
    );
    try {
      const parsed = parseArgs({ args: [...args], options: Object.fromEntries(known), allowPositionals: true });
      const positionals = parsed.positionals.filter((word) => word.trim() !== '');
      if (positionals.length < takes.least) throw new Error('Something is missing');
      if (positionals.length > takes.most) throw new Error(`One word too many: ${positionals[takes.most]}`);
      return new Wanted(parsed.values, positionals);
    } catch (error) {
      const [told = ''] = (error as Error).message.split(/[.\n]/, 1);
      throw new CouldNotAsk(`${told}. Usage: ${usage}`);
    }
  }

  /** A value; one that is empty says nothing. */
  text(name: string): string | undefined {
    const value = this.values[name];
    return typeof value === 'string' && value.trim() !== '' ? value : undefined;
  }

  /** Throws CouldNotAsk when it was not given. */
  needed(name: string, what: string): string {
    const value = this.text(name);
    if (value === undefined) throw new CouldNotAsk(`--${name} is missing: ${what}.`);
    return value;
  }

  has(name: string): boolean {
    return this.values[name] === true;
  }

  /** Whether a word stands without an option. */
  get hasSubject(): boolean {
    return this.named.length > 0;
  }

  /** What the command is about, as a segment of a path: an id. Throws CouldNotAsk for what would lead elsewhere. */
  get subject(): string {
    const [id = ''] = this.named;
    if (ONLY_DOTS.test(id)) throw new CouldNotAsk('That is no id: take it from the list.');
    return encodeURIComponent(id);
  }
}
