import type { Fleet } from './fleet.js';
import { requestKind } from './provider-road.js';
import type { RoadTransaction } from './statement-guard.js';
import { isOfRelay, isOfUnit } from './statement-road.js';
import type { Verdict } from './watched-road.js';

/** What a journey does that can be interrupted, as an undisturbed run of it showed. */
export interface RecordedJourney {
  /** The statements of every commit, from BEGIN to the end, in the order in which they began. */
  readonly commits: readonly (readonly string[])[];
  /** The kinds of requests to the provider, in the order in which they were first made. */
  readonly requests: readonly string[];
}

/**
 * Writes down what is done from now on, until it is asked for that. Messages wait as long: their delivery commits beside
 * a journey, at no fixed time. Nobody else is hindered.
 */
export function recordJourney(fleet: Fleet): () => RecordedJourney {
  const seen = new Set<RoadTransaction>();
  const requests = new Set<string>();
  const { promise: recorded, resolve } = Promise.withResolvers<Verdict>();
  fleet.watch(() => ({
    statements(statement, moment) {
      // Counted at its first words: the last answer of an earlier one may still be on the road.
      if (isOfUnit(statement) && statement.nth === 0 && moment === 'before') seen.add(statement.transaction!);
      return isOfRelay(statement) ? recorded : 'pass';
    },
    requests(request) {
      requests.add(requestKind(request));
      return 'pass';
    },
  }));
  return () => {
    fleet.watch(() => ({}));
    resolve('pass');
    return { commits: [...seen].map(({ statements }) => statements), requests: [...requests] };
  };
}

/** The first words of a statement, enough to see which one it is. */
export const gist = (statement: string): string => statement.replaceAll(/\s+/g, ' ').trim().slice(0, 60);
