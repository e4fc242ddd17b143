import { expectInvariants } from '../support/invariants.js';
import { completeAtProvider, factsOf, messagesOf, openOrder, statusOf, untilStatus } from '../support/open-payment.js';
import {
  decided,
  intentEvent,
  type KnownPayment,
  paymentOf,
  refundEvent,
  told,
  wireEvent,
} from '../support/provider-events.js';
import { Scene } from '../support/scene.js';
import { until } from '../support/until.js';
import { randomUUID } from 'node:crypto';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open();
  await scene.stock('TEA', 50);
});
afterAll(() => scene.close());

/** Makes a second, real payment at the provider, which names what it is told to name. */
async function payAtProvider(payment: KnownPayment, metadata: Record<string, string>, amount = payment.amount) {
  const answer = await fetch(`${scene.sandbox.url}/v1/payment_intents`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_second', 'idempotency-key': randomUUID() },
    body: new URLSearchParams({
      amount,
      currency: payment.currency.toLowerCase(),
      confirm: 'true',
      payment_method: 'pm_card_visa',
      return_url: 'http://localhost/back',
      ...Object.fromEntries(Object.entries(metadata).map(([name, value]) => [`metadata[${name}]`, value])),
    }),
  });
  if (!answer.ok) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as { id: string; amount: number };
}

const finish = async (orderId: string, payment: KnownPayment): Promise<void> => {
  await completeAtProvider(scene, payment);
  await told(scene, intentEvent('succeeded', payment));
  await untilStatus(scene, orderId, 'confirmed');
};

describe('B092 an event for a payment that is not the order’s', () => {
  it('names our order and a foreign payment: nothing moves, a person is told', async () => {
    const { orderId, payment } = await openOrder(scene);
    const event = intentEvent('succeeded', payment, { id: 'pi_foreign', metadata: { orderId } });
    expect(await told(scene, event)).toMatchObject({ status: 'quarantined' });
    expect(await statusOf(scene, orderId)).toBe('pending');
    expect(await factsOf(scene, payment.id)).toEqual({ requires_action: 1 });
    await finish(orderId, payment);
  });

  it.each([
    ['another amount', { amount: 1001, amount_received: 1001 }],
    ['another currency', { currency: 'usd' }],
    ['a part of the amount', { amount_received: 999 }],
    ['a fraction of a cent', { amount: 1000.5, amount_received: 1000.5 }],
    ['no amount', { amount: null }],
    ['money that does not exist', { currency: 'xyz' }],
  ])('tells of our payment with %s: nothing moves', async (_, over) => {
    const { orderId, payment } = await openOrder(scene);
    expect(await told(scene, intentEvent('succeeded', payment, over))).toMatchObject({ status: 'quarantined' });
    expect(await statusOf(scene, orderId)).toBe('pending');
    expect(await factsOf(scene, payment.id)).toEqual({ requires_action: 1 });
    await finish(orderId, payment);
  });

  it.each([
    ['real money', { livemode: true }],
    ['another account', { account: 'acct_other' }],
  ])('is about %s: nothing moves', async (_, over) => {
    const { orderId, payment } = await openOrder(scene);
    expect(await told(scene, { ...intentEvent('succeeded', payment), ...over })).toMatchObject({
      status: 'quarantined',
    });
    expect(await statusOf(scene, orderId)).toBe('pending');
    await finish(orderId, payment);
  });

  it('is about a payment that nobody knows: it waits, looked at again and again', async () => {
    const event = intentEvent('succeeded', (await openPaymentOfNobody()) as KnownPayment);
    const { id } = await told(scene, event);
    expect(await decided(scene, event.id)).toMatchObject({ status: 'parked' });
    const later = await until('the second look is planned', async () => {
      const [job] = await scene.rows<{ key: string }>(
        `SELECT key FROM graphile_worker._private_jobs WHERE key LIKE $1 AND run_at > now() + interval '5 seconds'`,
        [`${id}:apply:%`],
      );
      return job?.key;
    });
    expect(later).toBe(`${id}:apply:2`);
    await expectInvariants(scene);
  });

  it('has waited for 72 hours: it is looked at a last time and stays where a person finds it', async () => {
    const event = intentEvent('succeeded', (await openPaymentOfNobody()) as KnownPayment);
    const { id } = await told(scene, event);
    await scene.rows(`UPDATE messaging.inbox SET received_at = now() - interval '73 hours' WHERE id = $1`, [id]);
    await until('the last look is over', async () => {
      const jobs = await scene.rows('SELECT 1 FROM graphile_worker._private_jobs WHERE key LIKE $1', [`${id}:%`]);
      return jobs.length === 0;
    });
    expect(await decided(scene, event.id)).toMatchObject({ status: 'parked' });
  });

  it('names ids that are none: it waits like any other', async () => {
    const metadata = { sagaId: `'; DROP TABLE x; --`, paymentId: '\u0000', orderId: 'order-1' };
    const event = intentEvent('succeeded', (await openPaymentOfNobody()) as KnownPayment, { metadata });
    expect(await told(scene, event)).toMatchObject({ status: 'parked' });
  });

  it('is of a type that nobody acts on: kept, and that is all', async () => {
    const event = wireEvent('charge.succeeded', { id: 'ch_1', object: 'charge' });
    expect(await told(scene, event)).toMatchObject({ status: 'ignored' });
  });

  const openPaymentOfNobody = async (): Promise<object> => ({
    id: randomUUID(),
    order_id: randomUUID(),
    saga_id: randomUUID(),
    amount: '1000',
    currency: 'EUR',
    provider_reference: null,
  });
});

describe('a payment that the provider has not named to us yet', () => {
  it('is bound by its saga, amount and currency; the answer that comes later changes nothing', async () => {
    const placing = scene.place({ paymentMethod: 'pm_sandbox_delay_1500' }).set('Prefer', 'wait=20');
    const placed = placing.then((answer) => answer);
    const [row] = await until('the payment is asked for', async () => {
      const rows = await scene.rows<{ order_id: string }>(
        `SELECT order_id FROM payments.payments WHERE payment_method = 'pm_sandbox_delay_1500'`,
      );
      return rows.length > 0 && rows;
    });
    const payment = await paymentOf(scene, row!.order_id);
    expect(payment.provider_reference).toBeNull();
    const early = intentEvent('processing', payment, { id: 'pi_early', amount: 999 });
    expect(await told(scene, early)).toMatchObject({ status: 'quarantined' });
    const { status, body } = await placed;
    expect(status).toBe(201);
    const { charges } = await scene.ledger();
    expect(charges.filter(({ metadata }) => metadata['orderId'] === body.id)).toHaveLength(1);
    await expectInvariants(scene);
  });
});

describe('money that is taken a second time for one order', () => {
  it('goes back under its own key, once, and the order keeps what it has', async () => {
    const { body: order } = await scene.place();
    const payment = await paymentOf(scene, order.id);
    const names = { orderId: order.id, paymentId: payment.id, sagaId: payment.saga_id };
    const second = await payAtProvider(payment, names);
    const events = [1, 2].map(() => intentEvent('succeeded', payment, { id: second.id }));
    const rows = await Promise.all(events.map((event) => told(scene, event)));
    expect(rows.map(({ status }) => status).toSorted()).toEqual(['applied', 'ignored']);

    await expectInvariants(scene, { surplus: [payment.saga_id] });
    const refunds = await scene.rows('SELECT amount, status, step_key FROM payments.refunds WHERE payment_id = $1', [
      payment.id,
    ]);
    expect(refunds).toEqual([
      { amount: '1000', status: 'succeeded', step_key: `${payment.saga_id}:payment.surplus:${second.id}` },
    ]);
    const { body: shown } = await scene.get(`/api/payments/${payment.id}`);
    expect(shown).toMatchObject({ status: 'captured', captured: 1000, refunded: 0, refunds: [] });
    expect(await statusOf(scene, order.id)).toBe('confirmed');
    const { refunds: booked } = await scene.ledger();
    expect(booked.filter(({ metadata }) => metadata['orderId'] === order.id)).toMatchObject([
      { amount: 1000, attempts: 1 },
    ]);
  });

  it('that is not yet there does not move the order', async () => {
    const { body: order } = await scene.place();
    const payment = await paymentOf(scene, order.id);
    for (const what of ['processing', 'requires_action', 'payment_failed', 'canceled'])
      expect(await told(scene, intentEvent(what, payment, { id: `pi_second_${what}` }))).toMatchObject({
        status: 'quarantined',
      });
    expect(await statusOf(scene, order.id)).toBe('confirmed');
  });
});

describe('a late success', () => {
  it('after the order was undone goes back once, and the order stays cancelled', async () => {
    const { orderId, payment } = await openOrder(scene);
    await completeAtProvider(scene, payment, 'failed');
    expect(await told(scene, intentEvent('payment_failed', payment))).toMatchObject({ status: 'applied' });
    await untilStatus(scene, orderId, 'cancelled');

    // The customer tried another card at the provider, which nobody here asked for.
    const events = [1, 2].map(() => intentEvent('succeeded', payment));
    const rows = await Promise.all(events.map((event) => told(scene, event)));
    expect(rows.map(({ status }) => status).toSorted()).toEqual(['applied', 'ignored']);
    const refunds = await until('a refund is under way', async () => {
      const found = await scene.rows<{ step_key: string }>(
        'SELECT step_key FROM payments.refunds WHERE payment_id = $1',
        [payment.id],
      );
      return found.length > 0 && found;
    });
    expect(refunds).toEqual([{ step_key: `${payment.saga_id}:payment.refund` }]);
    expect(await statusOf(scene, orderId)).toBe('cancelled');
    expect(await messagesOf(scene, orderId)).toMatchObject({ 'orders.order-cancelled': 1 });
    // What is told while the refused first attempt is settled would be news about another one.
    await until('the first attempt was refused', async () => {
      const [next] = await scene.rows('SELECT 1 FROM payments.refunds WHERE payment_id = $1 AND generation > 1', [
        payment.id,
      ]);
      return next;
    });
    // The sandbox knows no second try, so the provider's word has to do for the end of the refund.
    const [refund] = await scene.rows<{ id: string }>('SELECT id FROM payments.refunds WHERE payment_id = $1', [
      payment.id,
    ]);
    await told(scene, refundEvent('created', payment, { metadata: { refundId: refund!.id } }));
    await until('the money is back', async () => {
      const { body } = await scene.get(`/api/payments/${payment.id}`);
      return body.status === 'refunded';
    });
  });
});
