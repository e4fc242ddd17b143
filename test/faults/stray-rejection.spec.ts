import { STARTED_WITHIN_MS } from '../support/child-service.js';
import { expectInvariants } from '../support/invariants.js';
import { preloaded } from '../support/preload.js';
import { Scene } from '../support/scene.js';
import { sent } from '../support/sent.js';
import { until } from '../support/until.js';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open({ instances: 0 });
}, STARTED_WITHIN_MS);
afterAll(() => scene.close());

describe('danger: a forgotten await ends the process under everybody else’s orders', () => {
  it(
    'B050 it is told as a defect; the order that was under way is confirmed, and the next one too',
    async () => {
      const service = await scene.launch({ ...preloaded('./stray-rejection.main.ts'), LOG_LEVEL: 'error' });
      await scene.stock('TEA', 10);
      await scene.arm({ kind: 'delay', ms: 500 });
      const placed = sent(scene.place());
      await scene.untilProviderIsReached();
      process.kill(service.pid, 'SIGUSR2');
      await until('it is told', async () => service.log.includes('nobody awaited this'));
      expect((await placed).body).toMatchObject({ status: 'confirmed' });
      expect((await scene.place()).body).toMatchObject({ status: 'confirmed' });
      expect(service.alive).toBe(true);
      await expectInvariants(scene);
    },
    2 * STARTED_WITHIN_MS,
  );
});
