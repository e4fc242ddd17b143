import { expectInvariants } from '../support/invariants.js';
import { Scene } from '../support/scene.js';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open();
  await scene.stock('TEA', 10);
});
afterAll(() => scene.close());

describe.each([
  ['a declined card', 'pm_card_chargeDeclined', 'payment_declined', /declined/],
  ['a card without funds', 'pm_card_chargeDeclinedInsufficientFunds', 'payment_declined', /insufficient funds/],
  ['a payment method that nobody knows', 'pm_no_such_method', 'payment_method_invalid', /payment method/],
])('%s', (_what, paymentMethod, code, detail) => {
  it('is a stored 402: the order is cancelled, no money is kept, no stock is touched', async () => {
    const key = `refused-${paymentMethod}`;
    const refused = await scene.place({ paymentMethod }, { key });
    expect(refused.status).toBe(402);
    expect(refused.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(refused.headers['idempotent-replayed']).toBeUndefined();
    expect(refused.body).toMatchObject({ status: 402, code, retry: 'new-key', detail: expect.stringMatching(detail) });

    const { body: order } = await scene.get(refused.body.instance);
    expect(order).toMatchObject({ status: 'cancelled', failure: { code } });
    const { body: payment } = await scene.get(`/api/payments/${order.paymentId}`);
    expect(payment).toMatchObject({ status: 'declined', captured: 0, refunded: 0 });
    const { charges, refunds } = await scene.booksOf(order.id);
    expect(charges.filter(({ status }) => status !== 'failed')).toEqual([]);
    expect(refunds).toEqual([]);
    expect(await scene.shelf('TEA')).toMatchObject({ onHand: 10, reserved: 0 });

    const replayed = await scene.place({ paymentMethod }, { key });
    expect([replayed.status, replayed.text]).toEqual([402, refused.text]);
    expect(replayed.headers['idempotent-replayed']).toBe('true');
    expect(await scene.booksOf(order.id)).toEqual({ charges, refunds });
    await expectInvariants(scene);
  });
});

it('leaves the way open for another card under a new key', async () => {
  const refused = await scene.place({ paymentMethod: 'pm_card_chargeDeclined' });
  expect(refused.status).toBe(402);
  const paid = await scene.place({ paymentMethod: 'pm_card_mastercard' });
  expect([paid.status, paid.body.status]).toEqual([201, 'confirmed']);
  await scene.stock('TEA', 10);
  await expectInvariants(scene);
});
