import { CannotStart } from './cannot-start.error.js';

/** A variable of the environment is wrong. The message is one line: which one, what is wrong, what a right one looks like. */
export class ConfigError extends CannotStart {
  override readonly name = 'ConfigError';

  constructor(
    /** The variable's name. */
    readonly variable: string,
    /** Follows the name in the sentence; never contains a secret. */
    problem: string,
    /** A right value. */
    example: string,
  ) {
    super(`${variable} ${problem}; for example ${variable}=${example}`);
  }
}

/** A value as it may be shown: quoted, on one line, cut at 40 characters. */
export const shown = (value: string): string => JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
