import { FULL } from '../support/extent.js';
import { StruckDown } from '../support/struck-down.js';
import { STARTED_WITHIN_MS } from '../support/child-service.js';
import type { JourneyName } from '../support/journeys.js';
import type { KillPoint } from '../support/kill-points.js';

let instances: StruckDown;
beforeAll(async () => {
  instances = await StruckDown.open('another instance');
}, 2 * STARTED_WITHIN_MS);
afterAll(() => instances.close());

/** On a machine of their own; the short run shares one with the other tests, and a busy machine is late. */
const late = (): string[] => (FULL ? instances.late.splice(0) : []);

/**
 * In full: before every statement, and when COMMIT was answered. Otherwise where something different is left: just before
 * the COMMIT, when what led to it is done and nobody has written it down; of a journey's first commit and of the happy
 * path also just after it.
 */
const chosen = (points: KillPoint[], journey: JourneyName, commit: number): KillPoint[] => {
  if (FULL) return points.filter(({ moment }, index) => moment === 'before' || index === points.length - 1);
  return points.slice(-2, commit === 0 || journey === 'placed' ? undefined : -1);
};

/** A kill costs a start; the whole of a commit has some fourteen of them. */
const TIMEOUT_MS = (FULL ? 20 : 3) * STARTED_WITHIN_MS;

/** The journeys in which something else is left at every commit; the full run adds those that differ in the answer. */
const JOURNEYS: [JourneyName, number, string][] = [
  ['placed', 0, 'K1-K3 key, order, saga and job are one commit'],
  ['placed', 1, 'K4-K8 payment, stock, order and answer are one commit'],
  ['out of stock', 1, 'K4-K6 captured, and the stock is about to say no'],
  ['out of stock', 2, 'C1-C2 the stock has said no: the refund is chosen'],
  ['out of stock', 3, 'C3-C4 refunded: marker, order and answer are one commit'],
  ['confirmed order cancelled', 0, 'C1 key, saga and refund are one commit'],
  ['confirmed order cancelled', 1, 'C2-C4 refund, stock, order and answer are one commit'],
];
const FURTHER_JOURNEYS: [JourneyName, number, string][] = [
  ['draft confirmed', 0, 'K1-K3 key, saga and job are one commit'],
  ['draft confirmed', 1, 'K4-K8 payment, stock, order and answer are one commit'],
  ['declined', 0, 'K1-K3 key, order, saga and job are one commit'],
  ['declined', 1, 'C4 refusal, order and answer are one commit'],
  ['out of stock', 0, 'K1-K3 key, order, saga and job are one commit'],
];

describe('B026 B054 B060 B061 B073 killed in the middle of a commit; another instance goes on, no client asks', () => {
  it.each(FULL ? [...JOURNEYS, ...FURTHER_JOURNEYS] : JOURNEYS)(
    '%s, commit %i: %s',
    async (journey, commit) => {
      const points = await instances.pointsOf(journey, commit);
      // BEGIN, its number, at least one change and the end.
      expect(points.length).toBeGreaterThanOrEqual(8);
      for (const point of chosen(points, journey, commit)) await instances.expectRecovered(journey, point);
      expect(late()).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
