import { STARTED_WITHIN_MS } from '../support/child-service.js';
import { expectInvariants } from '../support/invariants.js';
import { KILLABLE, placeAndLeave, untilEnded } from '../support/left-order.js';
import { Scene } from '../support/scene.js';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open({ instances: 0, env: KILLABLE });
}, STARTED_WITHIN_MS);
afterAll(() => scene.close());

describe('killed after the first commit, before anything was asked of the provider (K1-K3 are one commit)', () => {
  it(
    'B042 B062 the price changes meanwhile: what was accepted is charged, the key leads to that order',
    async () => {
      // An instance that only accepts leaves the job where it is, so the moment is known.
      const door = await scene.launch({ ROLE: 'api' });
      await scene.stock('TEA', 10, 890);
      const wanted = { items: [{ sku: 'TEA', quantity: 2 }] };
      const order = await placeAndLeave(scene, 'b042', wanted);
      expect(await scene.booksOf(order.id)).toEqual({ charges: [], refunds: [] });
      await door.kill();

      const other = await scene.launch({ ROLE: 'api' });
      await scene.stock('TEA', 10, 5000);
      await other.kill();
      await scene.launch();
      expect(await untilEnded(scene, order)).toBe('confirmed');
      const { charges } = await scene.booksOf(order.id);
      expect(charges).toMatchObject([{ amount: 1780, idempotencyKey: `${order.sagaId}:payment.capture` }]);
      const { status, body } = await scene.place(wanted, { key: 'b042' });
      expect(status).toBe(201);
      expect(body).toMatchObject({ id: order.id, total: 1780, items: [{ unitPrice: 890, quantity: 2 }] });
      await expectInvariants(scene);
    },
    3 * STARTED_WITHIN_MS,
  );
});
