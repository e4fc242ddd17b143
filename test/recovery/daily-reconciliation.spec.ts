import { inside } from '../support/inside.js';
import { expectInvariants } from '../support/invariants.js';
import { paidOrder } from '../support/paid-order.js';
import { Scene } from '../support/scene.js';
import { until } from '../support/until.js';
import { DailyReconciliation } from '#modules/payments/reconcile/daily-reconciliation.js';
import { SchedulerRegistry } from '@nestjs/schedule';

const INSTANCES = [0, 1, 2];

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open({ instances: INSTANCES.length, inside: true });
  await scene.stock('HUNDRED', 10, 100);
});
afterAll(() => scene.close());

const askAll = (): Promise<void[]> =>
  Promise.all(INSTANCES.map((instance) => inside(scene, DailyReconciliation, instance).ask()));

const jobs = (): Promise<{ waits: boolean; locked: boolean }[]> =>
  scene.rows(
    `SELECT run_at > now() AS waits, locked_at IS NOT NULL AS locked FROM graphile_worker._private_jobs
     WHERE key = 'payments.reconcile'`,
  );

describe('danger: what every instance does at one hour is done by all of them, on top of each other', () => {
  it('is in the calendar of every instance, once a day', () => {
    for (const instance of INSTANCES) {
      const { cronTime } = inside(scene, SchedulerRegistry, instance).getCronJob('payments.reconciliation');
      expect([cronTime.source, cronTime.timeZone]).toEqual(['0 4 * * *', 'UTC']);
    }
  });

  it('B108 asked for by three instances at once, twice, and while it runs: one run, which records what was missed', async () => {
    // This scene's provider reaches nobody, so all that it has told is missed.
    await paidOrder(scene);
    await askAll();
    await askAll();
    expect(await jobs()).toEqual([{ waits: true, locked: false }]);

    await scene.arm({ kind: 'delay', ms: 3_000 }, { method: 'GET', path: '/v1/events' });
    await scene.rows(`UPDATE graphile_worker._private_jobs SET run_at = now() WHERE key = 'payments.reconcile'`);
    await scene.untilProviderIsReached();
    await askAll();
    expect(await jobs()).toEqual([{ waits: false, locked: true }]);

    await until('the run is over', async () => (await jobs()).length === 0);
    expect(await scene.rows('SELECT type, status FROM messaging.inbox')).toEqual([
      { type: 'payment_intent.succeeded', status: 'ignored' },
    ]);
    await expectInvariants(scene);
  });

  it('is not asked for by an instance that only serves', async () => {
    await scene.join({ ROLE: 'api' });
    await inside(scene, DailyReconciliation, INSTANCES.length).ask();
    expect(await jobs()).toEqual([]);
  });
});
