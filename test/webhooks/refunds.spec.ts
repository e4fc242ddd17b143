import { expectInvariants } from '../support/invariants.js';
import { factsOf, messagesOf, statusOf, untilStatus } from '../support/open-payment.js';
import { deliver, disputeEvent, paymentOf, refundEvent, told } from '../support/provider-events.js';
import { Scene } from '../support/scene.js';
import { until } from '../support/until.js';
import { randomUUID } from 'node:crypto';

const paymentOfView = async (
  scene: Scene,
  id: string,
): Promise<{ status: string; refunded: number; refunds: object[] }> => (await scene.get(`/api/payments/${id}`)).body;

describe('our own refund', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await Scene.open({ instances: 2, webhooks: true });
    await scene.stock('TEA', 20);
  });
  afterAll(() => scene.close());

  it.each(['webhook-first', 'webhook-twice', 'webhook-reordered'])(
    'told by %s before, with or after its answer is one refund',
    async (manner) => {
      const { body: order } = await scene.place({ paymentMethod: `pm_sandbox_${manner}` });
      const payment = await paymentOf(scene, order.id);
      const cancelled = await scene.post(`/api/orders/${order.id}/cancel`, {}).set('Prefer', 'wait=20');
      expect(cancelled.body).toMatchObject({ status: 'cancelled' });
      await expectInvariants(scene);
      expect(await factsOf(scene, payment.id)).toMatchObject({ captured: 1, refunded: 1 });
      expect(await paymentOfView(scene, payment.id)).toMatchObject({ status: 'refunded', refunds: [{ amount: 1000 }] });
      expect(await messagesOf(scene, order.id)).toMatchObject({ 'payments.payment-refunded': 1 });
      const { refunds } = await scene.ledger();
      expect(refunds.filter(({ metadata }) => metadata['orderId'] === order.id)).toHaveLength(1);
    },
  );

  it('that the bank takes its time over is done when the provider says so, long before anybody looks', async () => {
    const { body: order } = await scene.place({ paymentMethod: 'pm_sandbox_refund-pending_succeeded_300' });
    const cancelled = await scene.post(`/api/orders/${order.id}/cancel`, {}).set('Prefer', 'wait=20');
    expect(cancelled.body).toMatchObject({ status: 'cancelled' });
    await expectInvariants(scene);
  });
});

describe('what the provider tells about money that was settled', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await Scene.open();
    await scene.stock('TEA', 20);
  });
  afterAll(() => scene.close());

  const attentionOf = async (orderId: string): Promise<string | undefined> =>
    (
      await scene.rows<{ code: string }>(
        `SELECT attention ->> 'code' AS code FROM saga.sagas WHERE correlation_id = $1 AND definition = 'place-order'`,
        [orderId],
      )
    )[0]?.code;

  /** A cancelled order, whose money has gone back in one refund of ours. */
  const paidBack = async () => {
    const { body: order } = await scene.place();
    const payment = await paymentOf(scene, order.id);
    await scene.post(`/api/orders/${order.id}/cancel`, {}).set('Prefer', 'wait=20');
    await untilStatus(scene, order.id, 'cancelled');
    const [refund] = await scene.rows<{ id: string; provider_reference: string }>(
      'SELECT id, provider_reference FROM payments.refunds WHERE payment_id = $1',
      [payment.id],
    );
    return { order, payment, refund: refund! };
  };

  it('a refund made by a person there counts, and neither order nor stock moves', async () => {
    const { body: order } = await scene.place();
    const payment = await paymentOf(scene, order.id);
    const event = refundEvent('created', payment, { amount: 300, status: 'pending' });
    const { object } = event['data'] as { object: object };
    expect(await told(scene, event)).toMatchObject({ status: 'applied' });
    const later = refundEvent('updated', payment, { ...object, status: 'succeeded' });
    expect(await told(scene, later)).toMatchObject({ status: 'applied' });
    expect(await paymentOfView(scene, payment.id)).toMatchObject({ status: 'partially_refunded', refunded: 300 });
    expect(await statusOf(scene, order.id)).toBe('confirmed');
  });

  it('B075 two refunds of parts, each told again after the other: both are known, and each counts once', async () => {
    const { body: order } = await scene.place();
    const payment = await paymentOf(scene, order.id);
    const first = refundEvent('created', payment, { id: 're_b075_first', amount: 300 });
    const second = refundEvent('created', payment, { id: 're_b075_second', amount: 200 });
    for (const event of [first, second]) expect(await told(scene, event)).toMatchObject({ status: 'applied' });

    for (const event of [first, second, first]) {
      expect(await deliver(scene, event)).toMatchObject({ status: 200 });
      // The same news under another event id, which the inbox lets through.
      const inOtherWords = { ...event, id: `${event.id}_${randomUUID()}`, type: 'refund.updated' };
      expect(await told(scene, inOtherWords)).toMatchObject({ status: 'ignored' });
    }
    expect(await paymentOfView(scene, payment.id)).toMatchObject({ status: 'partially_refunded', refunded: 500 });
    const refunds = await scene.rows<{ provider_reference: string; amount: string }>(
      'SELECT provider_reference, amount FROM payments.refunds WHERE payment_id = $1 ORDER BY provider_reference',
      [payment.id],
    );
    expect(refunds).toEqual([
      { provider_reference: 're_b075_first', amount: '300' },
      { provider_reference: 're_b075_second', amount: '200' },
    ]);
    expect(await statusOf(scene, order.id)).toBe('confirmed');
  });

  it('a refund of more than is left is not believed', async () => {
    const { body: order } = await scene.place();
    const payment = await paymentOf(scene, order.id);
    expect(await told(scene, refundEvent('created', payment, { amount: 1001 }))).toMatchObject({
      status: 'quarantined',
    });
    expect(await paymentOfView(scene, payment.id)).toMatchObject({ status: 'captured', refunded: 0 });
  });

  it('a refund that names one of ours, and another amount, is not believed', async () => {
    const { body: order } = await scene.place();
    const payment = await paymentOf(scene, order.id);
    await scene.post(`/api/orders/${order.id}/cancel`, {}).set('Prefer', 'wait=20');
    const [refund] = await scene.rows<{ id: string }>('SELECT id FROM payments.refunds WHERE payment_id = $1', [
      payment.id,
    ]);
    const event = refundEvent('updated', payment, { amount: 999, metadata: { refundId: refund!.id } });
    expect(await told(scene, event)).toMatchObject({ status: 'quarantined' });
    await expectInvariants(scene);
  });

  it('a refund of a payment that nobody knows waits', async () => {
    const { body: order } = await scene.place();
    const payment = { ...(await paymentOf(scene, order.id)), provider_reference: 'pi_nobody_knows' };
    expect(await told(scene, refundEvent('created', payment))).toMatchObject({ status: 'parked' });
  });

  it('a refund that comes back is owed again, and a person is told', async () => {
    const { order, payment, refund } = await paidBack();
    const names = { id: refund.provider_reference, metadata: { refundId: refund.id, generation: '1' } };
    const cameBack = refundEvent('failed', payment, names);
    expect(await told(scene, cameBack)).toMatchObject({ status: 'applied' });
    expect(await paymentOfView(scene, payment.id)).toMatchObject({
      status: 'captured',
      refunded: 0,
      refunds: [{ status: 'pending' }],
    });
    expect(await attentionOf(order.id)).toBe('refund_came_back');
    const [job] = await scene.rows<{ in_an_hour: boolean }>(
      `SELECT run_at > now() + interval '50 minutes' AS in_an_hour FROM graphile_worker._private_jobs
       WHERE payload ->> 'refundId' = $1`,
      [refund.id],
    );
    expect(job).toEqual({ in_an_hour: true });
    // Told again, as something new: the attempt it is about is over.
    expect(await told(scene, refundEvent('failed', payment, names))).toMatchObject({ status: 'ignored' });

    // Another one of an attempt that is over, whose failure is told before its success.
    const other = { id: 're_told_in_reverse', metadata: names.metadata };
    for (const event of [
      refundEvent('failed', payment, other),
      refundEvent('updated', payment, { ...other, status: 'succeeded' }),
    ])
      expect(await told(scene, event)).toMatchObject({ status: 'ignored' });
    expect(await paymentOfView(scene, payment.id)).toMatchObject({ refunded: 0, refunds: [{ status: 'pending' }] });
  });

  it('a refund of an earlier attempt whose success comes late counts, and may come back like any other', async () => {
    const { payment, refund } = await paidBack();
    const metadata = { refundId: refund.id, generation: '1' };
    await told(scene, refundEvent('failed', payment, { id: refund.provider_reference, metadata }));

    const late = { id: `re_late_${refund.id}`, metadata };
    expect(await told(scene, refundEvent('updated', payment, { ...late, status: 'succeeded' }))).toMatchObject({
      status: 'applied',
    });
    expect(await paymentOfView(scene, payment.id)).toMatchObject({ status: 'refunded', refunded: 1000 });
    expect(await told(scene, refundEvent('failed', payment, late))).toMatchObject({ status: 'applied' });
    expect(await paymentOfView(scene, payment.id)).toMatchObject({ refunded: 0, refunds: [{ status: 'pending' }] });
  });

  it('a dispute of a confirmed order calls for a person, once, and the order can still be cancelled', async () => {
    const { body: order } = await scene.place();
    const payment = await paymentOf(scene, order.id);
    const dispute = disputeEvent(payment);
    expect(await told(scene, dispute)).toMatchObject({ status: 'applied' });
    expect(await statusOf(scene, order.id)).toBe('needs_attention');
    expect(await attentionOf(order.id)).toBe('payment_disputed');
    expect(await told(scene, { ...dispute, id: 'evt_disputed_again' })).toMatchObject({ status: 'ignored' });
    const cancelled = await scene.post(`/api/orders/${order.id}/cancel`, {}).set('Prefer', 'wait=20');
    expect(cancelled.body).toMatchObject({ status: 'cancelled' });
    await until('the money is back', async () => (await paymentOfView(scene, payment.id)).status === 'refunded');
  });

  it('a dispute of a payment that nobody knows waits', async () => {
    const { body: order } = await scene.place();
    const payment = { ...(await paymentOf(scene, order.id)), provider_reference: 'pi_nobody_disputes' };
    expect(await told(scene, disputeEvent(payment))).toMatchObject({ status: 'parked' });
  });
});
