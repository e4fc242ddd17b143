import { FULL } from '../support/extent.js';
import { JourneyBench, stockForJourneys } from '../support/journey-bench.js';
import { STARTED_WITHIN_MS } from '../support/child-service.js';
import { Fleet } from '../support/fleet.js';
import { type JourneyName, JOURNEYS } from '../support/journeys.js';
import { type CommitPoint, keepsTheKey, meetAt, type Met, told } from '../support/kill-points.js';
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

/** The connection ends there, once: its unit is decided again, and the caller does not notice. */
async function cut(name: JourneyName, point: CommitPoint): Promise<string[]> {
  const started = await bench.prepared(name);
  const meeting = meetAt(fleet, point, () => 'cut');
  const { status } = await started.ask(started);
  const wrong: string[] = [];
  if (!meeting.met) wrong.push('never came');
  if (status !== JOURNEYS[name].answer[0]) wrong.push(`answered ${status}`);
  if ((await bench.gained(started)).sagas !== 1) wrong.push('half of it was kept');
  await bench.expectEndedOnce(name, started, { replayed: true });
  return wrong.map((what) => `${told(point)}: ${what}`);
}

/** The connection ends there, and so does the next one: the caller is told to ask again, and does. */
async function cutTwice(name: JourneyName, point: CommitPoint): Promise<string[]> {
  const started = await bench.prepared(name);
  let again: { met?: Met } = {};
  const first = meetAt(fleet, point, () => {
    again = meetAt(fleet, { ...point, commit: 0 }, () => 'cut');
    return 'cut';
  });
  const { status, headers } = await started.ask(started);
  const wrong: string[] = [];
  if (!first.met || !again.met) wrong.push('never came');
  if (status !== 503) wrong.push(`answered ${status}`);
  if (!headers['retry-after']) wrong.push('no Retry-After');
  if ((await bench.gained(started)).sagas !== 0) wrong.push('half of it was kept');
  await bench.expectEndedOnce(name, started, { replayed: false });
  return wrong.map((what) => `${told(point)}: ${what}`);
}

/** Both ends and the middle of a commit; all of it in full. */
const chosen = (points: CommitPoint[]): CommitPoint[] => {
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
    '%s, commit %i: all of it is kept, once, and the caller is answered as if nothing had happened',
    async (name, commit) => {
      const wrong: string[] = [];
      for (const point of chosen(await bench.pointsOf(name, commit))) wrong.push(...(await cut(name, point)));
      expect(wrong).toEqual([]);
    },
    (FULL ? 10 : 2) * STARTED_WITHIN_MS,
  );

  it.each<JourneyName>(['placed', 'draft confirmed', 'confirmed order cancelled'])(
    '%s, and ends again when it is decided again: nothing is kept, and the caller is told to come back',
    async (name) => {
      const wrong: string[] = [];
      const lost = (await bench.pointsOf(name, 0)).filter((point) => !keepsTheKey(point));
      for (const point of chosen(lost)) wrong.push(...(await cutTwice(name, point)));
      expect(wrong).toEqual([]);
    },
    (FULL ? 10 : 2) * STARTED_WITHIN_MS,
  );

  it('and it is still the same process', () => {
    expect(fleet.alive).toHaveLength(1);
  });
});
