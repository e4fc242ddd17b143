import { holdLock, holdSettling } from '../support/held-lock.js';
import { expectInvariants } from '../support/invariants.js';
import { givenBack, paidOrder, refund, seenPayment, untilPayment } from '../support/paid-order.js';
import { Scene } from '../support/scene.js';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open({ webhooks: true });
  await scene.stock('HUNDRED', 100, 100);
  await scene.stock('DINAR', 10, 10_000, 'KWD');
});
afterAll(() => scene.close());

describe('a refund of a captured payment', () => {
  it('of a part is 201 with the refund; order and stock stay as they are, and the same key gives nothing back twice', async () => {
    const order = await paidOrder(scene);
    const before = [await scene.shelf('HUNDRED'), (await scene.get(`/api/orders/${order.id}`)).body];
    const answer = await refund(scene, order, { amount: 40, reason: 'One cup was broken.' }, { key: 'part' });
    expect(answer.status).toBe(201);
    expect(answer.headers['location']).toBe(`/api/payments/${order.paymentId}`);
    const { refunds, ...payment } = await seenPayment(scene, order);
    expect(payment).toMatchObject({ status: 'partially_refunded', captured: 100, refunded: 40 });
    expect(refunds).toEqual([answer.body]);
    expect(answer.body).toMatchObject({
      paymentId: order.paymentId,
      amount: 40,
      currency: 'EUR',
      status: 'succeeded',
      reason: 'One cup was broken.',
    });
    const again = await refund(scene, order, { amount: 40, reason: 'One cup was broken.' }, { key: 'part' });
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([answer.text, 'true']);
    expect(await givenBack(scene, order)).toEqual([40]);
    expect([await scene.shelf('HUNDRED'), (await scene.get(`/api/orders/${order.id}`)).body]).toEqual(before);
    await expectInvariants(scene);
  });

  it('without an amount gives back all that is left, and the order stays confirmed until it is cancelled', async () => {
    const order = await paidOrder(scene);
    await refund(scene, order, { amount: 30 });
    const { body } = await refund(scene, order);
    expect(body).toMatchObject({ amount: 70, status: 'succeeded' });
    expect(await seenPayment(scene, order)).toMatchObject({ status: 'refunded', refunded: 100 });
    expect((await scene.get(`/api/orders/${order.id}`)).body.status).toBe('confirmed');

    const { onHand } = await scene.shelf('HUNDRED');
    const cancelled = await scene.post(`/api/orders/${order.id}/cancel`, {}).set('Prefer', 'wait=20');
    expect(cancelled.body.status).toBe('cancelled');
    expect((await scene.shelf('HUNDRED')).onHand).toBe(onHand + 1);
    expect(await givenBack(scene, order)).toEqual([70, 30].toReversed());
    await expectInvariants(scene);
  });

  it('that takes its time is 202, and the poll leads to the refund', async () => {
    const order = await paidOrder(scene);
    const settling = await holdSettling(scene);
    const accepted = await refund(scene, order, { amount: 10 }, { key: 'slow' }).set('Prefer', 'respond-async');
    expect([accepted.status, accepted.body.status]).toEqual([202, 'processing']);
    expect((await scene.get(accepted.body.pollUrl)).body).toMatchObject({ step: 'payment.refund' });
    await settling.release();
    const decided = await scene.decision(accepted);
    expect([decided.status, decided.body.amount]).toEqual([201, 10]);
    const repeated = await refund(scene, order, { amount: 10 }, { key: 'slow' });
    expect(repeated.text).toBe(decided.text);
    await expectInvariants(scene);
  });
});

describe('a refund that is not given', () => {
  it('of more than is left is a stored 409', async () => {
    const order = await paidOrder(scene);
    await refund(scene, order, { amount: 60 });
    const answer = await refund(scene, order, { amount: 41 }, { key: 'too-much' });
    expect([answer.status, answer.body.code, answer.body.retry]).toEqual([409, 'refund_exceeds_capture', 'new-key']);
    expect(answer.body.detail).toContain('40 EUR');
    expect((await refund(scene, order, { amount: 41 }, { key: 'too-much' })).text).toBe(answer.text);
    expect((await refund(scene, order, { amount: 40 })).status).toBe(201);
    const nothing = await refund(scene, order);
    expect([nothing.status, nothing.body.code]).toEqual([409, 'refund_exceeds_capture']);
    await scene.post(`/api/orders/${order.id}/cancel`, {}).set('Prefer', 'wait=20');
    await expectInvariants(scene);
  });

  it('of a payment that was declined is 409 not_captured', async () => {
    const refused = await scene.place({
      items: [{ sku: 'HUNDRED', quantity: 1 }],
      paymentMethod: 'pm_card_chargeDeclined',
    });
    const { body: order } = await scene.get(refused.body.instance);
    const answer = await refund(scene, order);
    expect([answer.status, answer.body.code]).toEqual([409, 'not_captured']);
  });

  it('that the provider cannot make is 409 refund_refused, and its amount can be refunded otherwise', async () => {
    const order = await paidOrder(scene, { items: [{ sku: 'DINAR', quantity: 1 }] });
    // The last digit of thousandths must be 0 at the provider.
    const answer = await refund(scene, order, { amount: 5 }, { key: 'a-fils' });
    expect([answer.status, answer.body.code, answer.body.retry]).toEqual([409, 'refund_refused', 'new-key']);
    expect((await refund(scene, order, { amount: 5 }, { key: 'a-fils' })).text).toBe(answer.text);
    expect(await seenPayment(scene, order)).toMatchObject({ status: 'captured', refunds: [{ status: 'failed' }] });
    expect((await refund(scene, order, { amount: 9_990 })).status).toBe(201);
    expect(await givenBack(scene, order)).toEqual([9_990]);
    await expectInvariants(scene);
  });

  it('of the payment of somebody else looks like one of a payment that does not exist', async () => {
    const order = await paidOrder(scene);
    const others = await refund(scene, order, {}, { as: 'bob' });
    const nobodys = await refund(scene, { ...order, paymentId: order.id }, {}, { as: 'bob' });
    const shape = ({ status, body }: typeof others): object => ({ status, code: body.code, detail: body.detail });
    expect([others.status, others.body.code]).toEqual([404, 'not_found']);
    expect(shape(others)).toEqual(shape(nobodys));
    expect((await refund(scene, order, {}, { as: 'operator' })).status).toBe(403);
    expect(await givenBack(scene, order)).toEqual([]);
  });
});

describe('a refund whose outcome comes later', () => {
  it('is 201 `pending`, and its payment shows when it is through', async () => {
    const order = await paidOrder(scene, { paymentMethod: 'pm_sandbox_refund-pending_succeeded_400' });
    const answer = await refund(scene, order, { amount: 40 });
    expect([answer.status, answer.body.status]).toEqual([201, 'pending']);
    expect(await seenPayment(scene, order)).toMatchObject({ status: 'captured', refunded: 0 });
    const tooMuch = await refund(scene, order, { amount: 61 });
    expect(tooMuch.body.code).toBe('refund_exceeds_capture');
    expect(await untilPayment(scene, order, 'is refunded', ({ refunded }) => refunded === 40)).toMatchObject({
      status: 'partially_refunded',
      refunds: [{ status: 'succeeded' }],
    });
    await expectInvariants(scene);
  });

  it.each([
    ['is pending and then fails', 'pm_sandbox_refund-pending_failed_400', 'pending'],
    ['succeeds and then comes back', 'pm_sandbox_refund-fails-later_400', 'succeeded'],
  ])(
    'that %s: failed, its amount is there to be refunded again, and the order does not move',
    async (_, paymentMethod, first) => {
      const order = await paidOrder(scene, { paymentMethod });
      const answer = await refund(scene, order, { amount: 100 }, { key: paymentMethod });
      expect([answer.status, answer.body.status]).toEqual([201, first]);
      const failed = await untilPayment(
        scene,
        order,
        'shows the failure',
        ({ refunds }) => refunds[0]?.status === 'failed',
      );
      expect(failed).toMatchObject({ status: 'captured', refunded: 0 });
      expect((await refund(scene, order, { amount: 100 }, { key: paymentMethod })).text).toBe(answer.text);
      expect((await scene.get(`/api/orders/${order.id}`)).body.status).toBe('confirmed');
      expect((await refund(scene, order, { amount: 100 })).status).toBe(201);
      await untilPayment(scene, order, 'shows the second failure', ({ refunds }) =>
        refunds.every(({ status }) => status === 'failed'),
      );
      await expectInvariants(scene);
    },
  );
});

describe('danger: a payment is read while one of its refunds changes', () => {
  const COMES_BACK = `WITH refund AS (
      UPDATE payments.refunds SET status = 'failed', version = version + 1 WHERE payment_id = $1 RETURNING 1)
    UPDATE payments.payments SET refunded = 0, status = 'captured', version = version + 1 FROM refund WHERE id = $1`;
  const IS_GONE = `WITH refund AS (
      UPDATE payments.refunds SET status = 'succeeded', version = version + 1 WHERE payment_id = $1 RETURNING amount AS gone)
    UPDATE payments.payments SET refunded = gone, status = 'partially_refunded', version = version + 1
      FROM refund WHERE id = $1`;

  it('both are shown as they were at one moment', async () => {
    const order = await paidOrder(scene);
    expect((await refund(scene, order, { amount: 40 })).status).toBe(201);
    const held = await holdLock(scene, 'LOCK TABLE payments.refunds IN ACCESS EXCLUSIVE MODE');
    const seen = seenPayment(scene, order);
    await held.untilWaiting(1);
    await held.commit(COMES_BACK, [order.paymentId]);
    expect(await seen).toMatchObject({ status: 'captured', refunded: 0, refunds: [{ status: 'failed' }] });

    await scene.rows(IS_GONE, [order.paymentId]);
    await expectInvariants(scene);
  });
});
