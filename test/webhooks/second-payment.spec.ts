import { expectInvariants } from '../support/invariants.js';
import { statusOf } from '../support/open-payment.js';
import { paidOrder, type PaidOrder } from '../support/paid-order.js';
import { REFUNDS } from '../support/provider-control.js';
import {
  disputeEvent,
  intentEvent,
  paymentOf,
  refundEvent,
  told,
  type KnownPayment,
} from '../support/provider-events.js';
import { hurry, untilTried } from '../support/refund-attempts.js';
import { Scene } from '../support/scene.js';
import { until } from '../support/until.js';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open();
  await scene.stock('HUNDRED', 20, 100);
});
afterAll(() => scene.close());

const atProvider = async (path: string, form: Record<string, string>): Promise<Record<string, unknown>> => {
  const headers = { Authorization: 'Bearer sk_test_second' };
  const answer = await fetch(`${scene.sandbox.url}/v1/${path}`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(form),
  });
  if (!answer.ok) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
};

/** An order whose money was taken twice; `second` is the payment that has to go back, and has not yet. */
async function paidTwice(): Promise<{ order: PaidOrder; second: KnownPayment }> {
  const order = await paidOrder(scene);
  const payment = await paymentOf(scene, order.id);
  // Before the money is taken: the provider's own news about it may be here before ours.
  await scene.arm({ kind: 'fail-before', status: 503 }, REFUNDS);
  const { id } = await atProvider('payment_intents', {
    amount: '100',
    currency: 'eur',
    confirm: 'true',
    payment_method: 'pm_card_visa',
    'metadata[orderId]': order.id,
    'metadata[paymentId]': payment.id,
    'metadata[sagaId]': payment.saga_id,
  });
  const second = { ...payment, provider_reference: id as string };
  expect(await told(scene, intentEvent('succeeded', second))).toMatchObject({ status: 'applied' });
  await untilTried(scene, order);
  return { order, second };
}

describe('danger: news about a second payment for one order is nobody’s', () => {
  it('a person gives it back before we can: that is our refund, and nothing is tried for ever', async () => {
    const { order, second } = await paidTwice();
    const form = { payment_intent: second.provider_reference!, 'metadata[orderId]': order.id };
    const made = await atProvider('refunds', form);
    expect(await told(scene, refundEvent('created', second, made))).toMatchObject({ status: 'applied' });
    await hurry(scene, order);
    await until('nothing is tried any more', async () => {
      const jobs = await scene.rows(`SELECT 1 FROM graphile_worker._private_jobs WHERE key LIKE $1`, [
        `${second.saga_id}:payment.surplus:%`,
      ]);
      return jobs.length === 0;
    });
    expect((await scene.get(`/api/payments/${order.paymentId}`)).body).toMatchObject({
      status: 'captured',
      refunded: 0,
      refunds: [],
    });
    await expectInvariants(scene, { surplus: [second.saga_id] });
  });

  it('the customer disputes it: the order needs a person', async () => {
    const { order, second } = await paidTwice();
    expect(await told(scene, disputeEvent(second))).toMatchObject({ status: 'applied' });
    expect(await statusOf(scene, order.id)).toBe('needs_attention');
  });

  // The last one: what it leaves owed is tried again, and would meet the fault of the next.
  it('a person gives a part of it back: that is not what we owe, and a person looks', async () => {
    const { order, second } = await paidTwice();
    const made = await atProvider('refunds', { payment_intent: second.provider_reference!, amount: '40' });
    expect(await told(scene, refundEvent('created', second, made))).toMatchObject({ status: 'quarantined' });
    expect((await scene.get(`/api/payments/${order.paymentId}`)).body).toMatchObject({
      status: 'captured',
      refunded: 0,
    });
  });
});
