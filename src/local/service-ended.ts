import { CannotStart } from '#shared/config/cannot-start.error.js';
import type { Death } from './service-life.js';

/** How it ended, after the words "the service". */
export const toldOf = ({ code, signal }: Death): string =>
  signal ? `was killed (${signal})` : `ended by itself (exit code ${code})`;

/** It ended before it had served at all: another start would find what this one has found. */
export class NeverServed extends CannotStart {
  override readonly name = 'NeverServed';
  /** Who fails by itself has said why on its stderr, which is ours. */
  readonly hasSaidWhy: boolean;

  constructor(death: Death) {
    super(`The service ${toldOf(death)} before it served.`);
    this.hasSaidWhy = death.signal === null && death.code !== 0;
  }
}

/** It is not started again any more. */
export class GivenUp extends CannotStart {
  override readonly name = 'GivenUp';

  constructor(deaths: number, withinMs: number, last: Death) {
    super(
      `The service ended ${deaths} times in a row before it had served for ${withinMs / 1000} s, and ${toldOf(last)} in ` +
        'the end: find out why, then start again.',
    );
  }
}
