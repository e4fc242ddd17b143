import { Scene } from '../support/scene.js';
import { expectInvariants } from '../support/invariants.js';
import { UnitOfWork } from '#shared/database/unit-of-work/unit-of-work.js';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open();
});
afterAll(() => scene.close());

describe('an order that can be paid and delivered', () => {
  it('is confirmed with its price frozen, one capture and one sale', async () => {
    await scene.stock('TEA', 10, 890);
    const answer = await scene.place({ items: [{ sku: 'TEA', quantity: 2 }], note: 'ring twice' });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ status: 'confirmed', total: 1780, currency: 'EUR', note: 'ring twice' });
    expect(answer.headers['location']).toBe(`/api/orders/${answer.body.id}`);
    expect(answer.headers['etag']).toBe(`"${answer.body.version}"`);

    const read = await scene.get(answer.headers['location']!);
    expect(read.body).toEqual(answer.body);
    const { charges } = await scene.ledger();
    const mine = charges.filter((charge) => charge.metadata['orderId'] === answer.body.id);
    expect(mine).toMatchObject([
      {
        amount: 1780,
        currency: 'eur',
        status: 'succeeded',
        attempts: 1,
        idempotencyKey: `${answer.body.sagaId}:payment.capture`,
      },
    ]);
    expect((await scene.get('/api/inventory/TEA')).body).toMatchObject({ onHand: 8, reserved: 0, available: 8 });
    await expectInvariants(scene);
  });

  it('costs two commits', async () => {
    await scene.stock('CUP', 10);
    const units = scene.services[0]!.app.get(UnitOfWork);
    const before = units.commits;
    const answer = await scene.place({ items: [{ sku: 'CUP', quantity: 1 }] });
    expect(answer.status).toBe(201);
    expect(units.commits - before).toBe(2);
  });
});
