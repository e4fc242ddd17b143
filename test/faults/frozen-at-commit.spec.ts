import { STARTED_WITHIN_MS } from '../support/child-service.js';
import { Fleet } from '../support/fleet.js';
import { JourneyBench, stockForJourneys } from '../support/journey-bench.js';
import type { JourneyName } from '../support/journeys.js';
import { meetAt } from '../support/kill-points.js';
import { KILLABLE, LEASE_MS } from '../support/left-order.js';
import { Scene } from '../support/scene.js';
import type { Moment } from '../support/statement-guard.js';
import { until } from '../support/until.js';
import type { Verdict } from '../support/watched-road.js';

let fleet: Fleet;
let bench: JourneyBench;
beforeAll(async () => {
  fleet = new Fleet(await Scene.open({ instances: 0, env: { ...KILLABLE, SWEEP_INTERVAL: '1h' } }));
  bench = new JourneyBench(fleet);
  await Promise.all([fleet.add(), fleet.add()]);
  await stockForJourneys(fleet);
}, 2 * STARTED_WITHIN_MS);
afterAll(() => fleet.close());

const workers = async (): Promise<number> =>
  (await fleet.scene.rows<{ count: number }>('SELECT count(*)::int AS count FROM jobs.workers'))[0]!.count;

describe('a worker that stands still at the COMMIT that settles an order, and wakes up after another one did it', () => {
  it.each<[JourneyName, number, Moment]>([
    ['placed', 1, 'before'],
    ['placed', 1, 'after'],
    ['out of stock', 2, 'before'],
    ['out of stock', 3, 'before'],
    ['declined', 1, 'before'],
  ])(
    'B029 %s, commit %i, %s its COMMIT: it changes nothing any more',
    async (name, commit, moment) => {
      const points = await bench.pointsOf(name, commit);
      const end = points.findLast((point) => point.moment === moment)!;
      const started = await bench.prepared(name);
      const { ask, key } = started;
      const woken = Promise.withResolvers<void>();
      const meeting = meetAt(fleet, end, async ({ service }): Promise<Verdict> => {
        service.freeze();
        await woken.promise;
        return 'pass';
      });
      // Whoever is asked may be the one that falls asleep, so the record is read, not the answer.
      void ask({ key, instance: fleet.alive[0]!.service })
        .set('Prefer', 'respond-async')
        .then(undefined, () => undefined);
      const { member } = await until('the worker stands still', async () => meeting.met);
      await until('it is decided', () => bench.isDecided(key), 2 * LEASE_MS);
      await until('it counts as dead', async () => (await workers()) === 1, 2 * LEASE_MS);
      const versions = 'SELECT id, status, version FROM orders.orders ORDER BY id';
      const before = await fleet.scene.rows(versions);

      woken.resolve();
      member.service.thaw();
      await until('it is seen again', async () => (await workers()) === 2, 4 * LEASE_MS);
      await bench.expectEndedOnce(name, started, { replayed: true });
      expect(await fleet.scene.rows(versions)).toEqual(before);
    },
    2 * STARTED_WITHIN_MS,
  );
});
