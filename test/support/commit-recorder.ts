import type { Fleet } from './fleet.js';
import type { RoadTransaction } from './statement-guard.js';
import { delivers, isOfUnit } from './statement-road.js';

/** The statements of every commit of a journey, from BEGIN to COMMIT, in the order in which they began. */
export type Commits = readonly (readonly string[])[];

/** Writes down what is committed from now on; nobody is hindered. */
export function recordCommits(fleet: Fleet): () => Commits {
  const seen = new Set<RoadTransaction>();
  fleet.watch(() => ({
    statements(statement) {
      if (isOfUnit(statement)) seen.add(statement.transaction!);
      return 'pass';
    },
  }));
  return () => [...seen].filter((transaction) => !delivers(transaction)).map(({ statements }) => statements);
}

/** The first words of a statement, enough to see which one it is. */
export const gist = (statement: string): string => statement.replaceAll(/\s+/g, ' ').trim().slice(0, 60);
