import { STARTED_WITHIN_MS } from '../support/child-service.js';
import { expectInvariants } from '../support/invariants.js';
import { KILLABLE, orderOf, untilEnded } from '../support/left-order.js';
import { preloaded } from '../support/preload.js';
import { Scene } from '../support/scene.js';
import { until } from '../support/until.js';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** While this file exists the busy one stays busy. */
let reason: string;
let scene: Scene;
beforeEach(async () => {
  scene = await Scene.open({ instances: 0, env: KILLABLE });
  reason = join(await mkdtemp(join(tmpdir(), 'ichido-busy-')), 'reason');
  await writeFile(reason, '');
}, STARTED_WITHIN_MS);
afterEach(async () => {
  await rm(dirname(reason), { recursive: true });
  await scene.close();
});

/** Longer than it takes to make the service busy, shorter than the lease after which the provider is asked again. */
const PROVIDER_WORKS = { kind: 'delay', ms: 2_000 };

const workers = async (): Promise<number> =>
  (await scene.rows<{ count: number }>('SELECT count(*)::int AS count FROM jobs.workers'))[0]!.count;

describe('an instance whose only thread is busy until it is declared dead', () => {
  it(
    'B030 in the middle of a capture: another one ends the order, and what the busy one learns late changes nothing',
    async () => {
      const busy = await scene.launch({ ...preloaded('./blocked-loop.main.ts'), BUSY_WHILE: reason });
      await scene.stock('TEA', 10);
      await scene.arm(PROVIDER_WORKS);
      await scene.place({}, { key: 'busy' }).set('Prefer', 'respond-async');
      await scene.untilProviderIsReached();
      process.kill(busy.pid, 'SIGUSR2');
      await scene.launch({ HOSTNAME: 'another-host' });

      const order = await orderOf(scene, 'busy');
      expect(await untilEnded(scene, order)).toBe('confirmed');
      const [before] = await scene.rows('SELECT status, version FROM orders.orders');
      await rm(reason);
      await until('the busy one is seen again', async () => (await workers()) === 2);
      await expectInvariants(scene);
      const { charges, refunds } = await scene.booksOf(order.id);
      expect({ charges: charges.length, refunds }).toEqual({ charges: 1, refunds: [] });
      expect(charges[0]!.attempts).toBeGreaterThan(1);
      expect(await scene.rows('SELECT status, version FROM orders.orders')).toEqual([before]);

      const next = await scene.place({}, { instance: busy });
      expect([next.status, next.body.status]).toEqual([201, 'confirmed']);
    },
    3 * STARTED_WITHIN_MS,
  );
});
