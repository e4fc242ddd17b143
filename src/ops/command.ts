import type { Screen } from './screen.js';
import type { Service } from './service.js';
import type { Surroundings } from './surroundings.js';
import type { Options, Wanted } from './wanted.js';

/** What the process ends with. */
export const ENDED = {
  /** Done, or there is nothing to complain about. */
  well: 0,
  /** The service said no, whoever was asked said no, or there is something to complain about. */
  refused: 1,
  /** It could not be asked. */
  unasked: 2,
} as const;

export type Ended = (typeof ENDED)[keyof typeof ENDED];

/** What a command works with. */
export interface Desk extends Pick<Surroundings, 'ask'> {
  readonly service: Service;
  readonly screen: Screen;
}

/** One command of `npm run ops`. */
export interface Command {
  /** The word that stands behind its name, as the usage shows it: `<saga id>`; in brackets when it may be left out. */
  readonly takes?: string;
  /** What it does, in a few words. */
  readonly does: string;
  readonly options: Options;
  /** The options without which it does nothing, besides the reason of an act. */
  readonly needs?: readonly string[];
  run(wanted: Wanted, desk: Desk): Promise<Ended>;
}
