import { STARTED_WITHIN_MS } from '../support/child-service.js';
import { Fleet } from '../support/fleet.js';
import { expectInvariants } from '../support/invariants.js';
import { kill, meetAt } from '../support/kill-points.js';
import { KILLABLE, placeAndLose, untilEnded } from '../support/left-order.js';
import { Scene } from '../support/scene.js';
import { until } from '../support/until.js';

let fleet: Fleet;
beforeAll(async () => {
  fleet = new Fleet(await Scene.open({ instances: 0, env: KILLABLE }));
}, STARTED_WITHIN_MS);
afterAll(() => fleet.close());

describe('an instance is gone for good when it has captured (K4)', () => {
  it(
    'B060 one that only works, with another name, version and home, has its order confirmed within two leases',
    async () => {
      const { scene } = fleet;
      const { service } = await fleet.add();
      await scene.stock('TEA', 10);
      const meeting = meetAt(fleet, { request: 'POST /v1/payment_intents', moment: 'after' }, kill);
      const order = await placeAndLose(scene, 'adopted', {});
      await until('the provider has captured', async () => meeting.met);
      await service.kill();
      await fleet.add({
        ROLE: 'worker',
        HOSTNAME: 'another-host',
        npm_package_version: '9.9.9',
        DATA_DIR: '/nowhere/else',
      });
      expect(await untilEnded(scene, order)).toBe('confirmed');
      expect((await scene.booksOf(order.id)).charges).toHaveLength(1);
      await expectInvariants(scene);
    },
    3 * STARTED_WITHIN_MS,
  );
});
