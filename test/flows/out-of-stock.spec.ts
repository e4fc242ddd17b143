import { expectInvariants } from '../support/invariants.js';
import { Scene } from '../support/scene.js';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open();
});
afterAll(() => scene.close());

describe('an order that is paid but cannot be delivered', () => {
  it('is a stored 409 after exactly one refund', async () => {
    await scene.stock('LAST', 1, 700);
    const wanted = { items: [{ sku: 'LAST', quantity: 2 }] };
    const refused = await scene.place(wanted, { key: 'two-of-one' });
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: 'out_of_stock', retry: 'new-key' });

    const { body: order } = await scene.get(refused.body.instance);
    expect(order).toMatchObject({ status: 'cancelled', failure: { code: 'out_of_stock' } });
    const { charges, refunds } = await scene.booksOf(order.id);
    expect(charges).toMatchObject([{ amount: 1400, status: 'succeeded' }]);
    expect(refunds).toMatchObject([
      {
        amount: 1400,
        status: 'succeeded',
        charge: charges[0]!.id,
        attempts: 1,
        idempotencyKey: `${order.sagaId}:payment.refund`,
      },
    ]);
    const { body: payment } = await scene.get(`/api/payments/${order.paymentId}`);
    expect(payment).toMatchObject({
      status: 'refunded',
      captured: 1400,
      refunded: 1400,
      refunds: [{ amount: 1400, status: 'succeeded' }],
    });
    expect(await scene.shelf('LAST')).toMatchObject({ onHand: 1, reserved: 0 });

    const replayed = await scene.place(wanted, { key: 'two-of-one' });
    expect([replayed.status, replayed.text]).toEqual([409, refused.text]);
    expect(replayed.headers['idempotent-replayed']).toBe('true');
    expect(await scene.booksOf(order.id)).toEqual({ charges, refunds });
    await expectInvariants(scene);
  });

  it('costs nothing when it had cost nothing', async () => {
    await scene.stock('FREEBIE', 1, 0);
    const { status, body } = await scene.place({ items: [{ sku: 'FREEBIE', quantity: 2 }] });
    expect([status, body.code]).toEqual([409, 'out_of_stock']);
    const { body: order } = await scene.get(body.instance);
    expect(order.status).toBe('cancelled');
    expect(await scene.booksOf(order.id)).toEqual({ charges: [], refunds: [] });
    await expectInvariants(scene);
  });

  it('is told 202 while the money is on its way back, and the refusal afterwards', async () => {
    await scene.stock('SLOW', 1);
    await scene.arm({ kind: 'delay', ms: 300 }, { method: 'POST', path: '/v1/refunds' });
    const wanted = { items: [{ sku: 'SLOW', quantity: 2 }] };
    const first = await scene.place(wanted, { key: 'slow-refund' }).set('Prefer', 'respond-async');
    expect(first.status).toBe(202);
    const decided = await scene.decision(first);
    expect([decided.status, decided.body.code]).toEqual([409, 'out_of_stock']);
    const replayed = await scene.place(wanted, { key: 'slow-refund' });
    expect(replayed.text).toBe(decided.text);
    await expectInvariants(scene);
  });
});
