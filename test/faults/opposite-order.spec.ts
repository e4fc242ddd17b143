import { expectInvariants } from '../support/invariants.js';
import { Scene } from '../support/scene.js';

const ORDERS = 100;
const AT_ONCE = 20;

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open({ instances: 2 });
  await scene.stock('LEFT', 1_000);
  await scene.stock('RIGHT', 1_000);
});
afterAll(() => scene.close());

const deadlocks = async (): Promise<number> => {
  const [row] = await scene.rows<{ deadlocks: string }>(
    'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
  );
  return Number(row!.deadlocks);
};

describe('orders of the same two products, named in opposite order', () => {
  it(
    'B037 a hundred of them, twenty at once over two instances: all confirmed, none ends in a deadlock',
    async () => {
      const skus = ['LEFT', 'RIGHT'];
      const numbers = Array.from({ length: ORDERS }, (_, n) => n);
      const statuses: number[] = [];
      const buyer = async (): Promise<void> => {
        for (let n = numbers.shift(); n !== undefined; n = numbers.shift()) {
          const items = (n % 2 ? skus : skus.toReversed()).map((sku) => ({ sku, quantity: 1 }));
          statuses.push((await scene.place({ items }, { instance: (n >> 1) % 2 })).status);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, buyer));
      expect(statuses).toEqual(Array.from({ length: ORDERS }, () => 201));
      expect((await scene.ledger()).refunds).toEqual([]);
      for (const sku of skus) expect(await scene.shelf(sku)).toMatchObject({ onHand: 1_000 - ORDERS, reserved: 0 });
      expect(await deadlocks()).toBe(0);
      await expectInvariants(scene);
    },
    60_000, // A hundred orders take a busy machine longer than one.
  );
});
