import { expectInvariants } from '../support/invariants.js';
import { completeAtProvider, openOrder, statusOf, untilStatus } from '../support/open-payment.js';
import { refund, seenPayment } from '../support/paid-order.js';
import { deliver, decided, disputeEvent, intentEvent, paymentOf, told } from '../support/provider-events.js';
import { Scene } from '../support/scene.js';
import { until } from '../support/until.js';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open({ instances: 2 });
  await scene.stock('TEA', 20);
});
afterAll(() => scene.close());
afterEach(() => expectInvariants(scene));

const sagaOf = async (orderId: string): Promise<{ status: string; code: string | null } | undefined> =>
  (
    await scene.rows<{ status: string; code: string | null }>(
      `SELECT status, attention ->> 'code' AS code FROM saga.sagas
       WHERE correlation_id = $1 AND definition = 'place-order'`,
      [orderId],
    )
  )[0];
const untilCompleted = (orderId: string): Promise<unknown> =>
  until(`the saga of ${orderId} is completed`, async () => (await sagaOf(orderId))?.status === 'completed');

describe('danger: a dispute during a running payment is forgotten as soon as the payment goes on', () => {
  it('the order is done, its caller is told so, and a person must look all the same', async () => {
    const { orderId, key, order, pollUrl, payment } = await openOrder(scene);
    expect(await told(scene, disputeEvent(payment))).toMatchObject({ status: 'applied' });
    expect(await statusOf(scene, orderId)).toBe('needs_attention');
    const waiting = await scene.get(pollUrl);
    expect([waiting.status, waiting.body]).toMatchObject([
      202,
      { status: 'needs_attention', code: 'payment_disputed', step: 'payment.capture' },
    ]);

    await completeAtProvider(scene, payment);
    expect(await told(scene, intentEvent('succeeded', payment))).toMatchObject({ status: 'applied' });
    await untilCompleted(orderId);
    expect(await sagaOf(orderId)).toEqual({ status: 'completed', code: 'payment_disputed' });
    expect(await statusOf(scene, orderId)).toBe('needs_attention');
    // What was bought is sold, as for an order whose dispute comes a day later.
    expect(await scene.rows('SELECT status FROM inventory.reservations WHERE order_id = $1', [orderId])).toEqual([
      { status: 'sold' },
    ]);
    const answered = await scene.place(order, { key });
    expect([answered.status, answered.body]).toMatchObject([201, { id: orderId, status: 'needs_attention' }]);
  });

  it('the dispute and the payment are told at the same moment on two instances: neither is lost', async () => {
    for (let round = 0; round < 5; round++) {
      const { orderId, payment } = await openOrder(scene);
      await completeAtProvider(scene, payment);
      const [dispute, paid] = [disputeEvent(payment), intentEvent('succeeded', payment)];
      await Promise.all([
        deliver(scene, dispute, { instance: round % 2 }),
        deliver(scene, paid, { instance: 1 - (round % 2) }),
      ]);
      expect((await decided(scene, dispute.id)).status).toBe('applied');
      expect((await decided(scene, paid.id)).status).toBe('applied');
      await untilCompleted(orderId);
      expect(await sagaOf(orderId)).toEqual({ status: 'completed', code: 'payment_disputed' });
      expect(await statusOf(scene, orderId)).toBe('needs_attention');
    }
  });

  it('the order is undone: it is cancelled and paid back, and the dispute is still to be answered', async () => {
    const { orderId, payment } = await openOrder(scene, { items: [{ sku: 'TEA', quantity: 1_000 }] });
    await told(scene, disputeEvent(payment));
    await completeAtProvider(scene, payment);
    await told(scene, intentEvent('succeeded', payment));
    await untilStatus(scene, orderId, 'cancelled');
    expect(await sagaOf(orderId)).toEqual({ status: 'compensated', code: 'payment_disputed' });
  });

  it('an order that a person looks at can still be cancelled', async () => {
    const { orderId, payment } = await openOrder(scene);
    await told(scene, disputeEvent(payment));
    await completeAtProvider(scene, payment);
    await told(scene, intentEvent('succeeded', payment));
    await untilCompleted(orderId);
    const cancel = await scene.post(`/api/orders/${orderId}/cancel`, {}).set('Prefer', 'wait=20');
    expect([cancel.status, cancel.body.status]).toEqual([200, 'cancelled']);
    expect((await scene.booksOf(orderId)).refunds).toMatchObject([{ status: 'succeeded' }]);
  });
});

describe('a dispute of money that has gone back', () => {
  it('on request: its order needs a person', async () => {
    const { body: order } = await scene.place();
    await refund(scene, order);
    expect(await told(scene, disputeEvent(await paymentOf(scene, order.id)))).toMatchObject({ status: 'applied' });
    expect(await statusOf(scene, order.id)).toBe('needs_attention');
    expect(await seenPayment(scene, order)).toMatchObject({ status: 'refunded', refunded: 1000 });
  });

  it('with its order: that stays cancelled, and its timeline tells a person to answer', async () => {
    const { body: order } = await scene.place();
    await scene.post(`/api/orders/${order.id}/cancel`, {}).set('Prefer', 'wait=20');
    await untilStatus(scene, order.id, 'cancelled');
    expect(await told(scene, disputeEvent(await paymentOf(scene, order.id)))).toMatchObject({ status: 'applied' });
    expect(await statusOf(scene, order.id)).toBe('cancelled');
    const { items } = (await scene.get(`/api/orders/${order.id}/timeline`)).body as { items: { detail: string }[] };
    expect(items.map(({ detail }) => detail)).toContainEqual(expect.stringContaining('Answer the dispute'));
  });
});
