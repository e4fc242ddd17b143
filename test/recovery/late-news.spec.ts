import { inside, inUnit, tell } from '../support/inside.js';
import { expectInvariants, untilQuiet } from '../support/invariants.js';
import { orderOf, type LeftOrder } from '../support/left-order.js';
import { Scene } from '../support/scene.js';
import type { PaymentFact } from '#modules/payments/domain/payment-fact.js';
import { SettlePayment } from '#modules/payments/handlers/settle-payment.handler.js';
import { SettleRefund } from '#modules/payments/handlers/settle-refund.handler.js';
import { CaptureProgress } from '#modules/payments/jobs/capture-progress.js';
import { SagaRuntime } from '#shared/saga/saga.runtime.js';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open({ instances: 2, inside: true });
  await scene.stock('TEA', 100);
  await scene.stock('NONE', 0);
});
afterAll(() => scene.close());
afterEach(() => expectInvariants(scene));

interface PaymentRow {
  readonly id: string;
  readonly status: string;
  readonly provider_reference: string;
}

const paymentOf = async ({ id }: LeftOrder): Promise<PaymentRow> =>
  (
    await scene.rows<PaymentRow>('SELECT id, status, provider_reference FROM payments.payments WHERE order_id = $1', [
      id,
    ])
  )[0]!;

const statusOf = async ({ id }: LeftOrder): Promise<string> => (await scene.get(`/api/orders/${id}`)).body.status;

/** The bank books money for an order that was given up, under a key that is not ours. */
async function chargedAfterAll(order: LeftOrder, paymentId: string): Promise<string> {
  const metadata = { orderId: order.id, sagaId: order.sagaId, paymentId };
  const parameters = new URLSearchParams({ amount: '1000', currency: 'eur', confirm: 'true' });
  parameters.set('payment_method', 'pm_card_visa');
  parameters.set('allowed_payment_method_types[0]', 'card');
  parameters.set('return_url', 'http://127.0.0.1/');
  for (const [name, value] of Object.entries(metadata)) parameters.set(`metadata[${name}]`, value);
  const answer = await fetch(`${scene.sandbox.url}/v1/payment_intents`, {
    method: 'POST',
    headers: { Authorization: 'Bearer sk_test_bank' },
    body: parameters,
  });
  return ((await answer.json()) as { id: string }).id;
}

const tellTwice = (paymentId: string, fact: PaymentFact): Promise<boolean[]> =>
  Promise.all(
    [0, 1].map(
      async (instance) => (await tell(scene, new SettlePayment(paymentId, fact, 'webhook'), instance)) === 'apply',
    ),
  );

describe('danger: money that turns up after an order was given up is kept', () => {
  it('that it goes back once, however often it is told, and the order stays cancelled', async () => {
    const wanted = { paymentMethod: 'pm_card_chargeDeclined' };
    const { text } = await scene.place(wanted, { key: 'late' });
    const order = await orderOf(scene, 'late');
    const { id } = await paymentOf(order);
    // A provider that declines without naming what it declined: the money that turns up is this payment's own.
    await scene.rows('UPDATE payments.payments SET provider_reference = NULL WHERE id = $1', [id]);
    const providerReference = await chargedAfterAll(order, id);
    expect((await tellTwice(id, { kind: 'captured', providerReference })).toSorted()).toEqual([false, true]);
    await untilQuiet(scene);
    expect(await tellTwice(id, { kind: 'captured', providerReference })).toEqual([false, false]);
    await untilQuiet(scene);
    expect((await scene.booksOf(order.id)).refunds).toMatchObject([
      { amount: 1000, attempts: 1, idempotencyKey: `${order.sagaId}:payment.refund` },
    ]);
    expect([await statusOf(order), (await paymentOf(order)).status]).toEqual(['cancelled', 'refunded']);
    expect((await scene.place(wanted, { key: 'late' })).text).toBe(text);
  });
});

describe('danger: an order that was undone is completed after all', () => {
  it('restocked, told again and sent again: it stays undone, with the answer it had', async () => {
    const wanted = { items: [{ sku: 'NONE', quantity: 1 }] };
    const { text, status } = await scene.place(wanted, { key: 'undone' });
    expect(status).toBe(409);
    const order = await orderOf(scene, 'undone');
    await scene.stock('NONE', 5);
    const { id, provider_reference: providerReference } = await paymentOf(order);
    const [refund] = await scene.rows<{ id: string; provider_reference: string }>(
      'SELECT id, provider_reference FROM payments.refunds WHERE order_id = $1',
      [order.id],
    );
    await tellTwice(id, { kind: 'captured', providerReference });
    await tell(
      scene,
      new SettleRefund(refund!.id, { kind: 'refunded', providerReference: refund!.provider_reference }, 'webhook'),
    );
    const again = await scene.place(wanted, { key: 'undone', instance: 1 });
    expect([again.status, again.text]).toEqual([409, text]);
    await untilQuiet(scene);
    expect(await statusOf(order)).toBe('cancelled');
    expect(await scene.shelf('NONE')).toMatchObject({ onHand: 5, reserved: 0 });
    expect((await scene.booksOf(order.id)).refunds).toMatchObject([{ attempts: 1 }]);
    await scene.stock('NONE', 0);
  });
});

describe('danger: a late loser undoes an order that was completed', () => {
  it('a decline, a doubt, the deadline and an old wish to stop: it stays confirmed', async () => {
    await scene.place({}, { key: 'done' });
    const order = await orderOf(scene, 'done');
    const { id } = await paymentOf(order);
    const failure = { code: 'payment_declined', detail: 'late' };
    expect(await tellTwice(id, { kind: 'declined', failure })).toEqual([false, false]);
    expect(await tellTwice(id, { kind: 'unknown' })).toEqual([false, false]);
    await scene.rows(`UPDATE saga.sagas SET created_at = created_at - interval '1 day' WHERE id = $1`, [order.sagaId]);
    await inUnit(scene, () =>
      inside(scene, SagaRuntime).stop('place-order', order.id, { code: 'order_expired', detail: 'late' }),
    );
    await untilQuiet(scene);
    expect(await statusOf(order)).toBe('confirmed');
    expect((await scene.booksOf(order.id)).refunds).toEqual([]);
  });
});

describe('danger: news about an attempt that was given up touches the next one', () => {
  it('a late decline or absence of the first attempt changes nothing about the second', async () => {
    await scene.place({ paymentMethod: 'pm_sandbox_delay_1000' }, { key: 'second' }).set('Prefer', 'respond-async');
    const order = await orderOf(scene, 'second');
    const { id } = await paymentOf(order);
    const progress = inside(scene, CaptureProgress);
    const failure = { code: 'payment_declined', detail: 'of the first attempt' };
    const outlived = { generation: 0, source: 'resolver', look: 3 } as const;
    await inUnit(scene, () => progress.settle(id, { ...outlived, fact: { kind: 'declined', failure } }));
    await inUnit(scene, () => progress.settle(id, { ...outlived, absent: true }));
    const placed = await scene
      .place({ paymentMethod: 'pm_sandbox_delay_1000' }, { key: 'second' })
      .set('Prefer', 'wait=20');
    expect([placed.status, placed.body.status]).toEqual([201, 'confirmed']);
    expect((await scene.booksOf(order.id)).charges).toMatchObject([
      { attempts: 1, idempotencyKey: `${order.sagaId}:payment.capture` },
    ]);
  });
});
