import { meanwhile } from '../support/meanwhile.js';
import { givenBack, paidOrder, seenPayment } from '../support/paid-order.js';
import { REFUNDS } from '../support/provider-control.js';
import { paymentOf, refundEvent, told } from '../support/provider-events.js';
import { untilTried } from '../support/refund-attempts.js';
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

describe('danger: a refund that a person has made is told between two looks of the news that it failed', () => {
  it('the look for it finds none, and the payment is as it is with it: it counts for nothing in the end', async () => {
    const order = await paidOrder(scene);
    const payment = await paymentOf(scene, order.id);
    const made = { id: 're_known_too_late', status: 'succeeded' };
    meanwhile(scene, PaymentsRepository, 'refundByReference', () =>
      told(scene, refundEvent('created', payment, made), { instance: 1 }),
    );
    await told(scene, refundEvent('failed', payment, { ...made, status: 'failed' }));
    expect(await seenPayment(scene, order)).toMatchObject({ status: 'captured', refunded: 0 });
    const cancelled = await scene.post(`/api/orders/${order.id}/cancel`, {}).set('Prefer', 'wait=20');
    expect(cancelled.body.status).toBe('cancelled');
    expect(await givenBack(scene, order)).toEqual([100]);
  });
});

describe('danger: a refund of ours gives way to one that a person has made, is made after all, and nobody can book it', () => {
  it('that one fails over there: ours counts, nothing more is sent, and the order ends', async () => {
    const order = await paidOrder(scene);
    // Nothing that we send ourselves is taken: what was made is told below.
    await scene.arm({ kind: 'fail-before', status: 503 }, REFUNDS, 10);
    const cancelling = await scene.post(`/api/orders/${order.id}/cancel`, {}).set('Prefer', 'respond-async');
    await untilTried(scene, order);
    const payment = await paymentOf(scene, order.id);
    const [ours] = await scene.rows<{ id: string; generation: number }>(
      'SELECT id, generation FROM payments.refunds WHERE payment_id = $1',
      [payment.id],
    );
    const theirs = { id: 're_of_a_person' };
    await told(scene, refundEvent('created', payment, { ...theirs, status: 'pending' }));
    await told(scene, refundEvent('failed', payment, { ...theirs, status: 'failed' }));
    const metadata = { refundId: ours!.id, generation: `${ours!.generation}` };
    const late = refundEvent('updated', payment, { id: 're_made_late_of_ours', status: 'succeeded', metadata });
    expect(await told(scene, late)).toMatchObject({ status: 'applied' });
    expect(await seenPayment(scene, order)).toMatchObject({ status: 'refunded', refunded: 100 });
    const decided = await scene.decision(cancelling);
    expect([decided.status, decided.body.status]).toEqual([200, 'cancelled']);
  });
});
