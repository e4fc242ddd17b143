import { expectInvariants } from '../support/invariants.js';
import { placeAndLeave, type LeftOrder } from '../support/left-order.js';
import { lookAfter, lookTwiceAfter, nextLook } from '../support/passing-time.js';
import { REFUNDS } from '../support/provider-control.js';
import { Scene } from '../support/scene.js';
import { until } from '../support/until.js';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open({ env: { PSP_TIMEOUT: '2s' } });
  await scene.stock('NONE', 0);
});
afterAll(() => scene.close());
afterEach(() => expectInvariants(scene));

const SOLD_OUT = { items: [{ sku: 'NONE', quantity: 1 }] };

interface StoredRefund {
  readonly status: string;
  readonly generation: number;
}

const refundOf = async ({ id }: LeftOrder): Promise<StoredRefund> =>
  (await scene.rows<StoredRefund>('SELECT status, generation FROM payments.refunds WHERE order_id = $1', [id]))[0]!;

/** Places an order that has to be refunded and whose refund does not simply succeed. */
async function refundInDoubt(key: string, wanted: object = {}): Promise<LeftOrder> {
  const order = await placeAndLeave(scene, key, { ...SOLD_OUT, ...wanted });
  await until('the refund was tried', async () => (await nextLook(scene, order.id)).key.endsWith(':payment.refund:2'));
  return order;
}

const keyOf = (order: LeftOrder, generation: number): string =>
  `${order.sagaId}:payment.refund${generation === 1 ? '' : `:${generation}`}`;

/** The caller is told what became of his order, and the money went back once. */
async function expectRefundedOnce(order: LeftOrder, key: string, generation: number, wanted = {}): Promise<void> {
  const answer = await scene.place({ ...SOLD_OUT, ...wanted }, { key }).set('Prefer', 'wait=20');
  expect([answer.status, answer.body.code]).toEqual([409, 'out_of_stock']);
  const { refunds } = await scene.booksOf(order.id);
  expect(refunds.filter(({ status }) => status !== 'failed')).toMatchObject([
    { status: 'succeeded', amount: 1000, idempotencyKey: keyOf(order, generation) },
  ]);
}

describe('danger: a refund that fails is forgotten, or made twice', () => {
  it('B072 five times 500 and a restart in the middle: refunded once, nobody is told before', async () => {
    await scene.arm({ kind: 'fail-before', status: 500 }, REFUNDS, 5);
    const order = await refundInDoubt('b072');
    await lookAfter(scene, order.id, '2 seconds');
    await lookAfter(scene, order.id, '10 seconds');
    const third = await nextLook(scene, order.id);

    await scene.services.shift()!.close();
    await scene.join();
    await until('the start has looked', async () => (await nextLook(scene, order.id)).id !== third.id);
    const waiting = await scene.place(SOLD_OUT, { key: 'b072' });
    expect([waiting.status, waiting.body.status]).toEqual([202, 'processing']);
    await lookAfter(scene, order.id, '10 minutes');
    await until('the new key was sent', async () => (await nextLook(scene, order.id)).key.endsWith(':7'));
    expect((await scene.booksOf(order.id)).refunds).toEqual([]);
    await lookAfter(scene, order.id, '1 hour');
    await expectRefundedOnce(order, 'b072', 3);
  });

  it('B072 it does not work for a day: a person must look, it is not called failed, and it is still tried', async () => {
    await scene.arm({ kind: 'fail-before', status: 500 }, REFUNDS, 2);
    const order = await refundInDoubt('b072-attention');
    await lookAfter(scene, order.id, '25 hours');
    const answer = await until('a person is asked', async () => {
      const seen = await scene.place(SOLD_OUT, { key: 'b072-attention' });
      return seen.body.status === 'needs_attention' && seen;
    });
    expect([answer.status, answer.body.code, answer.headers['retry-after']]).toEqual([202, 'refund_in_doubt', '3600']);
    expect((await scene.get(`/api/orders/${order.id}`)).body.status).toBe('needs_attention');
    await until('the new key was sent', async () => (await nextLook(scene, order.id)).key.endsWith(':4'));
    await lookAfter(scene, order.id, '3 minutes');
    await expectRefundedOnce(order, 'b072-attention', 3);
    expect((await scene.get(`/api/orders/${order.id}`)).body.status).toBe('cancelled');
  });

  it('an error that the provider remembers, after it had acted: found in its books', async () => {
    await scene.arm({ kind: 'stored-500', effect: true }, REFUNDS);
    await placeAndLeave(scene, 'acted', SOLD_OUT);
    const answer = await scene.place(SOLD_OUT, { key: 'acted' }).set('Prefer', 'wait=20');
    expect([answer.status, answer.body.code]).toEqual([409, 'out_of_stock']);
  });

  it('an error that the provider remembers, without an effect: made under a new key after two minutes of absence', async () => {
    await scene.arm({ kind: 'stored-500', effect: false }, REFUNDS);
    const order = await refundInDoubt('idle');
    await lookAfter(scene, order.id, '1 minute');
    expect(await refundOf(order)).toEqual({ status: 'pending', generation: 1 });
    await lookAfter(scene, order.id, '2 minutes');
    await expectRefundedOnce(order, 'idle', 2);
  });

  it('two attempts at once prove the absence of the same one: one new key, one refund', async () => {
    await scene.arm({ kind: 'stored-500', effect: false }, REFUNDS);
    const order = await refundInDoubt('twice');
    // The new key's answer comes too late, so that it is still open when the second proof arrives.
    await scene.arm({ kind: 'delay', ms: 2_600 }, REFUNDS);
    await lookTwiceAfter(scene, order.id, '3 minutes', { method: 'GET', path: '/v1/refunds' });
    expect(await refundOf(order)).toEqual({ status: 'pending', generation: 2 });
    await until('the slow one is made', async () => (await scene.booksOf(order.id)).refunds.length > 0);
    await lookAfter(scene, order.id, '1 minute');
    await expectRefundedOnce(order, 'twice', 2);
    expect(await refundOf(order)).toEqual({ status: 'succeeded', generation: 2 });
  });
});

describe('danger: one key for every attempt repeats a failure for ever, one for each attempt refunds twice', () => {
  it('the bank takes its time: the order waits, and nothing is sent again', async () => {
    const wanted = { paymentMethod: 'pm_sandbox_refund-pending_succeeded_200' };
    const order = await refundInDoubt('pending', wanted);
    const [payment] = await scene.rows<{ id: string }>('SELECT id FROM payments.payments WHERE order_id = $1', [
      order.id,
    ]);
    const { body } = await scene.get(`/api/payments/${payment!.id}`);
    expect(body.refunds).toMatchObject([{ status: 'pending', amount: 1000 }]);
    await lookAfter(scene, order.id, '2 seconds');
    await expectRefundedOnce(order, 'pending', 1, wanted);
    expect((await scene.booksOf(order.id)).refunds).toMatchObject([{ attempts: 1 }]);
  });

  it('B076 a refund that failed for good is made again under a new key, also when that one takes long to answer', async () => {
    await scene.arm({ kind: 'refund-pending', result: 'failed', ms: 50 }, REFUNDS);
    const order = await refundInDoubt('failed');
    await until('it has failed', async () => (await scene.booksOf(order.id)).refunds[0]?.status === 'failed');
    await lookAfter(scene, order.id, '2 seconds');
    expect(await refundOf(order)).toEqual({ status: 'pending', generation: 2 });

    await scene.arm({ kind: 'delay', ms: 2_600 }, REFUNDS);
    await lookAfter(scene, order.id, '10 seconds');
    expect(await refundOf(order)).toEqual({ status: 'pending', generation: 2 });
    await until('the slow one is made', async () => (await scene.booksOf(order.id)).refunds.length === 2);
    await lookAfter(scene, order.id, '1 minute');
    await expectRefundedOnce(order, 'failed', 2);
  });
});
