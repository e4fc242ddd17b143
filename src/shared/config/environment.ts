import { parseDuration } from '../kernel/duration.js';
import { parseByteSize } from './byte-size.js';
import { ConfigError, shown } from './config.error.js';

/** Inclusive. */
interface Range {
  readonly min: number;
  readonly max: number;
}

/** A limit as a person writes it, for reading and for the message about it. */
interface WrittenRange {
  readonly min: string;
  readonly max: string;
}

/**
 * Reads variables one by one and complains in one line about the first wrong one. A variable that is set to nothing
 * counts as unset, as container tools hand over an option that was left empty.
 */
export class Environment {
  constructor(private readonly variables: NodeJS.ProcessEnv) {}

  text(name: string): string | undefined {
    return this.variables[name]?.trim() || undefined;
  }

  wholeNumber(name: string, fallback: number, range: Range): number;
  wholeNumber(name: string, fallback: undefined, range: Range & { example: number }): number | undefined;
  wholeNumber(name: string, fallback: number | undefined, range: Range & { example?: number }): number | undefined {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= range.min && number <= range.max) return number;
    const problem = `must be a whole number from ${range.min} to ${range.max}, not ${shown(value)}`;
    throw new ConfigError(name, problem, `${fallback ?? range.example}`);
  }

  /** Milliseconds. */
  duration(name: string, fallback: string, range: WrittenRange): number {
    return this.measured(name, fallback, range, parseDuration, 'a duration');
  }

  byteSize(name: string, fallback: string, range: WrittenRange): number {
    return this.measured(name, fallback, range, parseByteSize, 'a size');
  }

  oneOf<Choice extends string>(name: string, fallback: Choice, choices: readonly Choice[]): Choice {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const choice = choices.find((one) => one === value);
    if (choice) return choice;
    throw new ConfigError(name, `must be one of ${choices.join(', ')}, not ${shown(value)}`, fallback);
  }

  /** Without a slash at its end, so that a path can be put behind it. */
  httpUrl(name: string, example: string): string | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const url = URL.canParse(value) ? new URL(value) : undefined;
    if (url && ['http:', 'https:'].includes(url.protocol) && !url.username && !url.password) {
      return value.replace(/\/+$/, '');
    }
    throw new ConfigError(name, 'must be an http:// or https:// URL without a user in it', example);
  }

  private measured(
    name: string,
    fallback: string,
    { min, max }: WrittenRange,
    parse: (text: string) => number,
    kind: string,
  ): number {
    const value = this.text(name) ?? fallback;
    const measure = tryParse(parse, value);
    if (measure !== undefined && measure >= parse(min) && measure <= parse(max)) return measure;
    throw new ConfigError(name, `must be ${kind} from ${min} to ${max}, not ${shown(value)}`, fallback);
  }
}

function tryParse(parse: (text: string) => number, value: string): number | undefined {
  try {
    return parse(value);
  } catch {
    return undefined;
  }
}
