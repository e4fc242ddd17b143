import { FULL } from '../support/extent.js';
import { StruckDown } from '../support/struck-down.js';
import { STARTED_WITHIN_MS } from '../support/child-service.js';
import { type JourneyName, JOURNEYS } from '../support/journeys.js';
import type { KillPoint } from '../support/kill-points.js';
import type { Moment } from '../support/statement-guard.js';

let instance: StruckDown;
beforeAll(async () => {
  instance = await StruckDown.open('the next start');
}, STARTED_WITHIN_MS);
afterAll(() => instance.close());

/** On a machine of their own; the short run shares one with the other tests, and a busy machine is late. */
const late = (): string[] => (FULL ? instance.late.splice(0) : []);

const CAPTURE = 'POST /v1/payment_intents';
const REFUND = 'POST /v1/refunds';

describe('B054 B061 B073 the only instance is killed while it asks the provider; its next start goes on, no client asks', () => {
  it.each<[JourneyName, Moment, string, string]>([
    ['placed', 'before', CAPTURE, 'K3 the capture never left'],
    ['placed', 'after', CAPTURE, 'K4 captured, and nobody heard of it'],
    ['declined', 'after', CAPTURE, 'K4 declined, and nobody heard of it'],
    ['out of stock', 'before', REFUND, 'C2 the refund never left'],
    ['out of stock', 'after', REFUND, 'C3 refunded, and nobody heard of it'],
    ['confirmed order cancelled', 'after', REFUND, 'C3 refunded, and nobody heard of it'],
  ])(
    '%s, %s %s: %s',
    async (journey, moment, request, _meaning) => {
      await instance.expectRecovered(journey, { request, moment });
      expect(late()).toEqual([]);
    },
    3 * STARTED_WITHIN_MS,
  );
});

describe('B026 B054 B061 B073 the only instance is killed in the middle of a commit; its next start goes on, no client asks', () => {
  /** After every statement in full, otherwise in the middle of each commit. */
  const chosen = async (journey: JourneyName): Promise<KillPoint[]> => {
    const found: KillPoint[] = [];
    for (let commit = 0; ; commit++) {
      const points = (await instance.pointsOf(journey, commit)).filter(({ moment }) => moment === 'after');
      if (points.length === 0) return found;
      found.push(...(FULL ? points : [points[Math.floor(points.length / 2)]!]));
    }
  };

  it.each(FULL ? (Object.keys(JOURNEYS) as JourneyName[]) : (['placed'] as const))(
    '%s, after statements of every commit',
    async (journey) => {
      const points = await chosen(journey);
      // Two commits at least; a longer way has more.
      expect(points.length).toBeGreaterThanOrEqual(2);
      for (const point of points) await instance.expectRecovered(journey, point);
      expect(late()).toEqual([]);
    },
    (FULL ? 60 : 5) * STARTED_WITHIN_MS,
  );
});
