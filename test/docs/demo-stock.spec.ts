import { seedDemoStock } from '../../src/local/demo-stock.js';
import type { InsideService } from '../support/inside-service.js';
import { Scene } from '../support/scene.js';
import { expectInvariants } from '../support/invariants.js';
import { QueryBus } from '@nestjs/cqrs';
import { jest } from '@jest/globals';

const seeded = (scene: Scene): Promise<number[]> =>
  Promise.all((scene.services as InsideService[]).map(({ app }) => seedDemoStock(app)));
const skus = async (scene: Scene): Promise<string[]> =>
  (await scene.get('/api/inventory')).body.items.map(({ sku }: { sku: string }) => sku);

describe('the demo stock', () => {
  it('is put on the shelves once, with its movements, when two instances start at once', async () => {
    const scene = await Scene.open({ instances: 2, inside: true });
    try {
      expect((await seeded(scene)).toSorted()).toEqual([0, 6]);
      expect(await skus(scene)).toEqual(['CUP', 'CUP-TOKYO', 'POT', 'TEA-BLACK', 'TEA-GREEN', 'TEA-RARE']);
      const versions = await scene.rows<{ version: number }>('SELECT DISTINCT version FROM inventory.stock');
      expect(versions).toEqual([{ version: 1 }]);
      await expectInvariants(scene);
      expect(await seeded(scene)).toEqual([0, 0]);
    } finally {
      await scene.close();
    }
  });

  it('sets nothing over what another start has filled while this one was looking', async () => {
    const scene = await Scene.open({ instances: 2, inside: true });
    try {
      const [late, quick] = scene.services as [InsideService, InsideService];
      const queries = late.app.get(QueryBus);
      const look = queries.execute.bind(queries);
      jest.spyOn(queries, 'execute').mockImplementationOnce(async (query) => {
        const empty = await look(query);
        await seedDemoStock(quick.app);
        await scene.stock('TEA-RARE', 2);
        return empty;
      });

      expect(await seedDemoStock(late.app)).toBe(0);
      expect(await scene.shelf('TEA-RARE')).toMatchObject({ onHand: 2, version: 2 });
      await expectInvariants(scene);
    } finally {
      await scene.close();
    }
  });

  it('does not touch a catalogue that has anything', async () => {
    const scene = await Scene.open({ inside: true });
    try {
      await scene.stock('MINE', 1);
      expect(await seeded(scene)).toEqual([0]);
      expect(await skus(scene)).toEqual(['MINE']);
    } finally {
      await scene.close();
    }
  });

  it('is for play money only', async () => {
    const scene = await Scene.open({
      inside: true,
      env: { PAYMENT_PROVIDER: 'stripe', STRIPE_SECRET_KEY: 'sk_test_none', PSP_WEBHOOK_SECRET: 'whsec_none' },
    });
    try {
      expect(await seeded(scene)).toEqual([0]);
      expect(await skus(scene)).toEqual([]);
    } finally {
      await scene.close();
    }
  });
});
