import { meanwhile } from '../support/meanwhile.js';
import { givenBack, paidOrder, seenPayment } from '../support/paid-order.js';
import { paymentOf, refundEvent, told } from '../support/provider-events.js';
import { Scene } from '../support/scene.js';
import { PaymentsRepository } from '#modules/payments/payments.repository.js';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open({ instances: 2, inside: true });
  await scene.stock('HUNDRED', 100, 100);
});
afterAll(() => scene.close());

describe('danger: a refund fails between the look at its failures and the news that it was made', () => {
  it('of an attempt that is over: it counts for nothing, and the money stays owed', async () => {
    const order = await paidOrder(scene);
    await scene.post(`/api/orders/${order.id}/cancel`, {}).set('Prefer', 'wait=20');
    const payment = await paymentOf(scene, order.id);
    const [refund] = await scene.rows<{ id: string; provider_reference: string }>(
      'SELECT id, provider_reference FROM payments.refunds WHERE payment_id = $1',
      [payment.id],
    );
    const metadata = { refundId: refund!.id, generation: '1' };
    await told(scene, refundEvent('failed', payment, { id: refund!.provider_reference, metadata }));

    const other = { id: 're_made_late', metadata };
    meanwhile(scene, PaymentsRepository, 'isTold', () =>
      told(scene, refundEvent('failed', payment, other), { instance: 1 }),
    );
    const made = refundEvent('updated', payment, { ...other, status: 'succeeded' });
    expect(await told(scene, made)).toMatchObject({ status: 'ignored' });
    expect(await seenPayment(scene, order)).toMatchObject({ refunded: 0, refunds: [{ status: 'pending' }] });
  });

  it('made by a person there: it counts for nothing, and a cancel gives the money back', async () => {
    const order = await paidOrder(scene);
    const payment = await paymentOf(scene, order.id);
    const made = { id: 're_made_there', status: 'succeeded' };
    meanwhile(scene, PaymentsRepository, 'isTold', () =>
      told(scene, refundEvent('failed', payment, { ...made, status: 'failed' }), { instance: 1 }),
    );
    expect(await told(scene, refundEvent('created', payment, made))).toMatchObject({ status: 'ignored' });
    expect(await seenPayment(scene, order)).toMatchObject({ status: 'captured', refunded: 0 });
    const cancelled = await scene.post(`/api/orders/${order.id}/cancel`, {}).set('Prefer', 'wait=20');
    expect(cancelled.body.status).toBe('cancelled');
    expect(await givenBack(scene, order)).toEqual([100]);
  });
});
