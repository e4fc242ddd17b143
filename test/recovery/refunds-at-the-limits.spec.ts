import { expectInvariants } from '../support/invariants.js';
import { givenBack, paidOrder, refund, seenPayment, type PaidOrder } from '../support/paid-order.js';
import { refundEvent, told } from '../support/provider-events.js';
import { madeAtProvider } from '../support/refund-at-provider.js';
import { Scene } from '../support/scene.js';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open({ instances: 2 });
  await scene.stock('HUNDRED', 200, 100);
  await scene.stock('DINAR', 20, 18_600, 'KWD');
  await scene.stock('KRONA', 20, 500, 'ISK');
});
afterAll(() => scene.close());
afterEach(() => expectInvariants(scene));

describe('a refund of all there is', () => {
  it('asked for under eight keys at once is one refund, and seven refusals', async () => {
    const order = await paidOrder(scene);
    const sent = Array.from({ length: 8 }, (_, n) => refund(scene, order, {}, { instance: n % 2 }));
    const answers = await Promise.all(sent);
    const codes = answers.map(({ status, body }) => (status === 201 ? '201' : String(body.code)));
    expect(codes.toSorted()).toEqual(['201', ...Array.from({ length: 7 }, () => 'refund_exceeds_capture')]);
    expect(await givenBack(scene, order)).toEqual([100]);
  });

  it('of a draft that was paid is refused a second time, and the order can still be cancelled', async () => {
    const { body: draft } = await scene.place({ items: [{ sku: 'HUNDRED', quantity: 1 }], confirm: false });
    const { body: order } = await scene.post(`/api/orders/${draft.id}/confirm`, { amount: 100 });
    expect((await refund(scene, order as PaidOrder)).status).toBe(201);
    expect((await refund(scene, order as PaidOrder)).body.code).toBe('refund_exceeds_capture');
    const cancelled = await scene.post(`/api/orders/${draft.id}/cancel`, {}).set('Prefer', 'wait=20');
    expect(cancelled.body.status).toBe('cancelled');
    expect(await givenBack(scene, order as PaidOrder)).toEqual([100]);
  });

  it('made at the provider while a cancel of the order begins: the money goes back once', async () => {
    for (let round = 0; round < 3; round++) {
      const order = await paidOrder(scene);
      const [payment, made] = await madeAtProvider(scene, order, 100);
      const [, cancelled] = await Promise.all([
        told(scene, refundEvent('created', payment, made), { instance: 1 }),
        scene.post(`/api/orders/${order.id}/cancel`, {}).set('Prefer', 'wait=20'),
      ]);
      expect([cancelled.status, cancelled.body.status]).toEqual([200, 'cancelled']);
      expect(await givenBack(scene, order)).toEqual([100]);
      expect(await seenPayment(scene, order)).toMatchObject({ status: 'refunded', refunded: 100 });
    }
  });
});

describe('a part of a payment that the provider cannot give back', () => {
  it('in dinars, of 5 fils: it is refused, stays with the payment, and the rest can go back', async () => {
    const order = await paidOrder(scene, { items: [{ sku: 'DINAR', quantity: 1 }], currency: 'KWD' });
    const refused = await refund(scene, order, { amount: 105 });
    expect([refused.status, refused.body.code]).toEqual([409, 'refund_refused']);
    expect(await seenPayment(scene, order)).toMatchObject({ status: 'captured', refunded: 0 });
    expect((await refund(scene, order, { amount: 100 })).status).toBe(201);
    await scene.post(`/api/orders/${order.id}/cancel`, {}).set('Prefer', 'wait=20');
    expect(await givenBack(scene, order)).toEqual([100, 18_500]);
  });

  it('in krónur, made over there in hundredths that it writes: it counts whole ones', async () => {
    const order = await paidOrder(scene, { items: [{ sku: 'KRONA', quantity: 1 }], currency: 'ISK' });
    const [payment, made] = await madeAtProvider(scene, order, 30_000);
    expect(await told(scene, refundEvent('created', payment, made))).toMatchObject({ status: 'applied' });
    expect(await seenPayment(scene, order)).toMatchObject({ status: 'partially_refunded', refunded: 300 });
    const part = refundEvent('created', payment, { amount: 50 });
    expect(await told(scene, part)).toMatchObject({ status: 'quarantined' });
    await refund(scene, order);
    expect(await seenPayment(scene, order)).toMatchObject({ status: 'refunded', refunded: 500 });
  });
});
