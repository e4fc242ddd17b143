import { type JourneyName, JOURNEYS } from './journeys.js';
import type { KillPoint } from './kill-points.js';

/** The kinds of points of a journey: what is left behind differs from one to the next, not from one journey to another. */
export type KillPlace =
  | 'before its first COMMIT'
  | 'after its first COMMIT'
  | 'before its last COMMIT'
  | 'after its last COMMIT'
  | 'before its last request to the provider'
  | 'after its last request to the provider'
  | 'at every point';

/** A journey, where its instance is killed, and what that means. */
export type KillCell = readonly [JourneyName, KillPlace, string];

/** The whole matrix. */
export const EVERYWHERE = (Object.keys(JOURNEYS) as JourneyName[]).map((journey): KillCell => [
  journey,
  'at every point',
  'each of which leaves something else',
]);

/** The points of a journey that are meant. Throws when it has none. */
export function pointsAt(points: readonly KillPoint[], place: KillPlace): readonly KillPoint[] {
  const isMeant = (point: KillPoint): boolean =>
    place.startsWith(point.moment) &&
    (place.endsWith('COMMIT') ? 'what' in point && point.what === 'COMMIT' : 'request' in point);
  const [meant, end] =
    place === 'at every point' ? [points] : [points.filter(isMeant), place.includes('first') ? 0 : -1];
  const chosen = end === undefined ? meant : [meant.at(end)].filter((point) => point !== undefined);
  if (chosen.length === 0) throw new Error(`there is no point ${place}`);
  return chosen;
}

/** The fraction of the golden ratio: its multiples fall everywhere between 0 and 1, however many are taken. */
const GOLDEN = 0.618034;

/** The same points in an order in which the first few are spread over all of them. */
export const spread = (points: readonly KillPoint[]): readonly KillPoint[] =>
  points
    .map((point, index) => ({ point, turn: (index * GOLDEN) % 1 }))
    .toSorted((a, b) => a.turn - b.turn)
    .map(({ point }) => point);
