import { STARTED_WITHIN_MS } from '../support/child-service.js';
import { Fleet } from '../support/fleet.js';
import { expectInvariants } from '../support/invariants.js';
import { JourneyBench, stockForJourneys } from '../support/journey-bench.js';
import { kill, type KillPoint, meetAt } from '../support/kill-points.js';
import { KILLABLE, LEASE_MS, type LeftOrder, placeAndLose, untilEnded } from '../support/left-order.js';
import { Scene } from '../support/scene.js';
import { until } from '../support/until.js';
import type { Verdict } from '../support/watched-road.js';

let fleet: Fleet;
let bench: JourneyBench;
beforeAll(async () => {
  fleet = new Fleet(await Scene.open({ instances: 0, env: KILLABLE }));
  await fleet.add();
  await stockForJourneys(fleet);
  bench = new JourneyBench(fleet);
}, STARTED_WITHIN_MS);
afterAll(() => fleet.close());

/** The end of the commit that settles the capture; the attempt before it is rolled back, because there is no stock. */
async function captureIsSettled(): Promise<KillPoint> {
  const ends: KillPoint[] = [];
  for (let commit = 0; ; commit++) {
    const end = (await bench.pointsOf('out of stock', commit)).at(-1);
    if (!end) return ends[1]!;
    if ('what' in end && end.what === 'COMMIT') ends.push(end);
  }
}

/** Leaves an order whose capture is booked, whose stock is refused and whose refund nobody has begun. */
async function stuckBeforeItsRefund(key: string): Promise<LeftOrder> {
  const meeting = meetAt(fleet, await captureIsSettled(), kill);
  const order = await placeAndLose(fleet.scene, key, { items: [{ sku: 'NONE', quantity: 1 }] });
  const { member } = await until('the commit is over', async () => meeting.met);
  await member.service.kill();
  return order;
}

const markersOf = async ({ sagaId }: LeftOrder): Promise<Record<string, string>> => {
  const rows = await fleet.scene.rows<{ name: string; status: string }>(
    'SELECT name, status FROM saga.steps WHERE saga_id = $1',
    [sagaId],
  );
  return Object.fromEntries(rows.map(({ name, status }) => [name, status]));
};

/** How many jobs were taken away from the next step. */
const loseJobs = async ({ sagaId }: LeftOrder): Promise<number> =>
  (
    await fleet.scene.rows(`DELETE FROM graphile_worker._private_jobs WHERE key LIKE $1 || ':%refund%' RETURNING 1`, [
      sagaId,
    ])
  ).length;

describe('danger: two steps are finished and the next one never begins', () => {
  it.each([
    ['its job waits', 'kept', async () => 0],
    ['its job is lost', 'lost', loseJobs],
  ] as const)(
    'B059 killed right after the markers were committed, and %s: the next start goes on, and others are not held up',
    async (_what, key, lose) => {
      const order = await stuckBeforeItsRefund(key);
      expect(await markersOf(order)).toEqual({
        'payment.capture': 'done',
        'inventory.reserve': 'refused',
        'payment.refund': 'pending',
      });
      expect(await lose(order)).toBe(key === 'lost' ? 1 : 0);

      const { promise: released, resolve: release } = Promise.withResolvers<Verdict>();
      const asked = meetAt(fleet, { request: 'POST /v1/refunds', moment: 'before' }, () => released);
      const { service: instance } = await fleet.add();
      // While the provider keeps the stuck one waiting, everybody else is served.
      await until('the next step begins', async () => asked.met, 2 * LEASE_MS);
      const others = await Promise.all(Array.from({ length: 5 }, () => fleet.scene.place({}, { instance })));
      expect(others.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
      expect((await markersOf(order))['payment.refund']).toBe('pending');

      release('pass');
      expect(await untilEnded(fleet.scene, order)).toBe('cancelled');
      expect(await fleet.scene.booksOf(order.id)).toMatchObject({
        charges: [{ status: 'succeeded' }],
        refunds: [{ status: 'succeeded', attempts: 1 }],
      });
      await expectInvariants(fleet.scene);
    },
    3 * STARTED_WITHIN_MS,
  );
});
