import { expectInvariants } from '../support/invariants.js';
import { Scene } from '../support/scene.js';

const ORDERS = 40;

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open();
});
afterAll(() => scene.close());

/** What `GET /metrics` says of the commits so far: how many there were, and of how many units. */
const commits = async (): Promise<{ groups: number; units: number }> => {
  const { text } = await scene.get('/metrics');
  const number = (name: string): number =>
    Number(new RegExp(`^ichido_group_size_${name} (\\d+)$`, 'm').exec(text)?.[1]);
  return { groups: number('count'), units: number('sum') };
};

describe('orders that come at once', () => {
  it('share their commits, whoever shares an article with whom, and each of them is confirmed once', async () => {
    await scene.stock('HOT', ORDERS);
    await scene.stock('COLD', ORDERS);
    const before = await commits();
    const answers = await Promise.all(
      Array.from({ length: ORDERS }, (_, n) => scene.place({ items: [{ sku: n % 2 ? 'HOT' : 'COLD', quantity: 1 }] })),
    );
    expect(answers.map(({ body }) => body.status)).toEqual(answers.map(() => 'confirmed'));
    await expectInvariants(scene);
    const after = await commits();
    const units = after.units - before.units;
    expect(units).toBeGreaterThanOrEqual(2 * ORDERS);
    expect(after.groups - before.groups).toBeLessThan(units / 2);
    expect(await scene.shelf('HOT')).toMatchObject({ onHand: ORDERS / 2, reserved: 0 });
  });

  it('get the last ones of an article one by one: as many are confirmed as there were, the others are told so', async () => {
    await scene.stock('FEW', 7);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => scene.place({ items: [{ sku: 'FEW', quantity: 1 }] })),
    );
    const ends = answers.map(({ status, body }) => (status === 201 ? 'confirmed' : (body.code as string)));
    expect(ends.filter((end) => end === 'confirmed')).toHaveLength(7);
    expect(ends.filter((end) => end === 'out_of_stock')).toHaveLength(13);
    await expectInvariants(scene);
    expect(await scene.shelf('FEW')).toMatchObject({ onHand: 0, reserved: 0 });
  });
});
