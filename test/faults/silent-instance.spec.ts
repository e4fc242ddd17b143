import { type ChildService, STARTED_WITHIN_MS } from '../support/child-service.js';
import { holdLock } from '../support/held-lock.js';
import { expectInvariants } from '../support/invariants.js';
import { KILLABLE, type LeftOrder, LEASE_MS, orderOf, placeAndLeave, untilEnded } from '../support/left-order.js';
import { Scene } from '../support/scene.js';
import { until } from '../support/until.js';

let scene: Scene;
beforeEach(async () => {
  scene = await Scene.open({ instances: 0, env: KILLABLE });
}, STARTED_WITHIN_MS);
afterEach(() => scene.close());

/** Longer than it takes to freeze the service, shorter than the lease after which the provider is asked again. */
const PROVIDER_WORKS = { kind: 'delay', ms: 2_000 };

/** An instance with another name, version and port than the first: whose work it takes over must not matter. */
const another = (): Promise<ChildService> =>
  scene.launch({ HOSTNAME: 'another-host', npm_package_version: '9.9.9', DATA_DIR: '/nowhere/else' });

/** The first instance has captured and is in the middle of committing what follows from that. */
async function inTheMiddleOfTheCommit(): Promise<{ first: ChildService; order: LeftOrder; goOn: () => Promise<void> }> {
  const first = await scene.launch();
  await scene.stock('TEA', 10);
  const shelf = await holdLock(scene, `SELECT FROM inventory.stock WHERE sku = 'TEA' FOR UPDATE`);
  const order = await placeAndLeave(scene, 'left', {});
  await shelf.untilWaiting(1);
  return { first, order, goOn: () => shelf.release() };
}

const expectOneSale = async (order: LeftOrder): Promise<void> => {
  const { charges, refunds } = await scene.booksOf(order.id);
  expect(charges).toMatchObject([{ status: 'succeeded', amount: 1000 }]);
  expect(charges[0]!.attempts).toBeGreaterThan(1);
  expect(refunds).toEqual([]);
  expect(await scene.shelf('TEA')).toMatchObject({ onHand: 9, reserved: 0 });
};

const workers = async (): Promise<number> =>
  (await scene.rows<{ count: number }>('SELECT count(*)::int AS count FROM jobs.workers'))[0]!.count;

describe('an instance that falls silent with a job in its hands', () => {
  it(
    'B060 it never comes back: another one ends the order within two leases',
    async () => {
      const { first, order, goOn } = await inTheMiddleOfTheCommit();
      await another();
      await first.kill();
      await goOn();
      expect(await untilEnded(scene, order)).toBe('confirmed');
      await expectOneSale(order);
      await expectInvariants(scene);
    },
    3 * STARTED_WITHIN_MS,
  );

  it(
    'B029 it was only asleep in the middle of its commit: what it holds is taken from it, and waking it changes nothing',
    async () => {
      const { first, order, goOn } = await inTheMiddleOfTheCommit();
      await another();
      first.freeze();
      await goOn();
      expect(await untilEnded(scene, order)).toBe('confirmed');
      const [before] = await scene.rows('SELECT status, version FROM orders.orders');
      first.thaw();
      await until('both instances are seen again', async () => (await workers()) === 2, 4 * LEASE_MS);
      await expectOneSale(order);
      await expectInvariants(scene);
      expect(await scene.rows('SELECT status, version FROM orders.orders')).toEqual([before]);
    },
    3 * STARTED_WITHIN_MS,
  );

  it(
    'B029 it was only asleep while the provider worked: its late answer is no news',
    async () => {
      const first = await scene.launch();
      await scene.stock('TEA', 10);
      await scene.arm(PROVIDER_WORKS);
      await scene.place({}, { key: 'asleep' }).set('Prefer', 'respond-async');
      await scene.untilProviderIsReached();
      first.freeze();
      await another();
      const order = await orderOf(scene, 'asleep');
      expect(await untilEnded(scene, order)).toBe('confirmed');
      const [before] = await scene.rows('SELECT status, version FROM orders.orders');
      first.thaw();
      await until('both instances are seen again', async () => (await workers()) === 2, 4 * LEASE_MS);
      await expectOneSale(order);
      await expectInvariants(scene);
      expect(await scene.rows('SELECT status, version FROM orders.orders')).toEqual([before]);
    },
    3 * STARTED_WITHIN_MS,
  );
});

describe('an instance that is slow but alive', () => {
  it('B028 keeps a job for many leases: the provider is asked once', async () => {
    const service = await scene.join({ LEASE: '500ms' });
    await scene.join({ LEASE: '500ms' });
    await scene.stock('TEA', 10);
    const { status, body } = await scene.place(
      { paymentMethod: 'pm_sandbox_delay_2500' },
      { instance: { url: service.url } },
    );
    expect([status, body.status]).toEqual([201, 'confirmed']);
    expect((await scene.booksOf(body.id)).charges).toMatchObject([{ attempts: 1 }]);
    await expectInvariants(scene);
  });
});
