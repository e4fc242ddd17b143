import { FULL } from '../support/extent.js';
import { JourneyBench, stockForJourneys } from '../support/journey-bench.js';
import { STARTED_WITHIN_MS } from '../support/child-service.js';
import { Fleet } from '../support/fleet.js';
import { type JourneyName, JOURNEYS } from '../support/journeys.js';
import { keepsTheKey, type KillPoint, meetAt, told } from '../support/kill-points.js';
import { Scene } from '../support/scene.js';

let fleet: Fleet;
let bench: JourneyBench;
beforeAll(async () => {
  fleet = new Fleet(await Scene.open({ instances: 0, env: { SWEEP_INTERVAL: '1h' } }));
  bench = new JourneyBench(fleet);
  await fleet.add();
  await stockForJourneys(fleet);
}, STARTED_WITHIN_MS);
afterAll(() => fleet.close());

/** The connection ends there; the caller waits for his answer, and asks again when he is told to. */
async function cut(name: JourneyName, point: KillPoint): Promise<string[]> {
  const started = await bench.prepared(name);
  const meeting = meetAt(fleet, point, () => 'cut');
  const { status, headers } = await started.ask(started);
  const isKept = keepsTheKey(point);
  const wrong: string[] = [];
  if (!meeting.met) wrong.push('never came');
  if (status !== (isKept ? JOURNEYS[name].answer[0] : 503)) wrong.push(`answered ${status}`);
  if (!isKept && !headers['retry-after']) wrong.push('no Retry-After');
  if ((await bench.gained(started)).sagas !== (isKept ? 1 : 0)) wrong.push('half of it was kept');
  await bench.expectEndedOnce(name, started, { replayed: isKept });
  return wrong.map((what) => `${told(point)}: ${what}`);
}

/** Both ends and the middle of a commit; all of it in full. */
const chosen = (points: KillPoint[]): KillPoint[] => {
  const middle = Math.floor(points.length / 2);
  return FULL ? points : [points[0]!, points[middle]!, ...points.slice(-2)];
};

describe('B057 B066 the connection ends in the middle of a commit', () => {
  it.each<[JourneyName, number]>([
    ['placed', 0],
    ['placed', 1],
    ['draft confirmed', 0],
    ['declined', 1],
    ['out of stock', 1],
    ['out of stock', 2],
    ['out of stock', 3],
    ['confirmed order cancelled', 0],
    ['confirmed order cancelled', 1],
  ])(
    '%s, commit %i: all of it is kept or nothing, and the COMMIT whose answer was lost is answered from the record',
    async (name, commit) => {
      const wrong: string[] = [];
      for (const point of chosen(await bench.pointsOf(name, commit))) wrong.push(...(await cut(name, point)));
      expect(wrong).toEqual([]);
    },
    (FULL ? 10 : 2) * STARTED_WITHIN_MS,
  );

  it('and it is still the same process', () => {
    expect(fleet.alive).toHaveLength(1);
  });
});
