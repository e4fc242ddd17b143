import { expectInvariants, untilQuiet } from '../support/invariants.js';
import { orderOf } from '../support/left-order.js';
import {
  completeAtProvider,
  nobodyLooks,
  openOrder,
  statusOf,
  theyLook,
  untilStatus,
  type OpenOrder,
} from '../support/open-payment.js';
import { nextLook } from '../support/passing-time.js';
import { intentEvent, paymentOf, told } from '../support/provider-events.js';
import { Scene } from '../support/scene.js';
import { until } from '../support/until.js';

const expire = (scene: Scene, { payment }: OpenOrder): Promise<object[]> =>
  scene.rows(`UPDATE saga.sagas SET created_at = created_at - interval '1 hour' WHERE id = $1`, [payment.saga_id]);

/** How the payment stands in the provider's own books. */
async function statusAtProvider(scene: Scene, { payment }: OpenOrder): Promise<string> {
  const answer = await fetch(`${scene.sandbox.url}/v1/payment_intents/${payment.provider_reference}`, {
    headers: { Authorization: 'Bearer sk_test_reader' },
  });
  return ((await answer.json()) as { status: string }).status;
}

describe.each([
  ['the provider sends word', true],
  ['no webhook ever comes', false],
])('a payment that its customer has to confirm, when %s', (_, webhooks) => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await Scene.open({ webhooks });
    await scene.stock('TEA', 50);
  });
  afterAll(() => scene.close());
  afterEach(() => expectInvariants(scene));

  const answerOf = async ({ pollUrl }: OpenOrder) => {
    // Nobody else looks for minutes: whoever has no webhook is helped on.
    if (!webhooks) await scene.rows('UPDATE graphile_worker._private_jobs SET run_at = now() WHERE run_at > now()');
    return scene.decision({ body: { pollUrl } });
  };

  it('is confirmed once the customer has acted', async () => {
    const order = await openOrder(scene);
    await completeAtProvider(scene, order.payment);
    const answer = await answerOf(order);
    expect([answer.status, answer.body.status]).toEqual([201, 'confirmed']);
  });

  it('is a 402 when the customer fails to', async () => {
    const order = await openOrder(scene);
    await completeAtProvider(scene, order.payment, 'failed');
    const answer = await answerOf(order);
    expect([answer.status, answer.body.code]).toEqual([402, 'payment_declined']);
  });

  it('that nobody confirms in time is cancelled there first: 402 payment_action_expired, stored', async () => {
    const order = await openOrder(scene);
    await expire(scene, order);
    const answer = await scene.decision({ body: { pollUrl: order.pollUrl } });
    expect([answer.status, answer.body.code, answer.body.retry]).toEqual([402, 'payment_action_expired', 'new-key']);
    expect(await statusAtProvider(scene, order)).toBe('canceled');
    expect((await scene.place(order.order, { key: order.key })).text).toBe(answer.text);
    const { body: payment } = await scene.get(`/api/payments/${order.payment.id}`);
    expect(payment).toMatchObject({ status: 'cancelled', captured: 0 });
    expect(await scene.booksOf(order.orderId)).toEqual({ charges: [], refunds: [] });
  });

  it('of an order that is cancelled is cancelled there, and both callers hear of the order', async () => {
    const order = await openOrder(scene);
    const cancelled = await scene.post(`/api/orders/${order.orderId}/cancel`, {}).set('Prefer', 'wait=20');
    expect([cancelled.status, cancelled.body.status]).toEqual([200, 'cancelled']);
    const answer = await scene.decision({ body: { pollUrl: order.pollUrl } });
    expect([answer.status, answer.body.code]).toEqual([409, 'order_cancelled']);
    expect(await statusAtProvider(scene, order)).toBe('canceled');
  });
});

describe('danger: a payment is given up while its customer confirms it', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await Scene.open();
    await scene.stock('TEA', 50);
  });
  afterAll(() => scene.close());
  afterEach(() => expectInvariants(scene));

  it('the customer was first: that is the capture, and its money goes back with the order', async () => {
    const order = await openOrder(scene);
    await nobodyLooks(scene, order.payment);
    await completeAtProvider(scene, order.payment);
    expect(await statusOf(scene, order.orderId)).toBe('pending');
    await expire(scene, order);
    const answer = await scene.decision({ body: { pollUrl: order.pollUrl } });
    expect([answer.status, answer.body.code]).toEqual([409, 'order_expired']);
    const { charges, refunds } = await scene.booksOf(order.orderId);
    expect(charges).toMatchObject([{ status: 'succeeded', amount: 1000 }]);
    expect(refunds).toMatchObject([{ status: 'succeeded', amount: 1000 }]);
  });

  it('given up before the provider asked for the customer: cancelled as soon as that is known', async () => {
    const key = 'early';
    await scene.arm({ kind: 'delay', ms: 500 });
    const accepted = await scene
      .place({ paymentMethod: 'pm_sandbox_requires-action' }, { key })
      .set('Prefer', 'respond-async');
    const { saga_id: sagaId } = await scene.claimed(key);
    const [order] = await scene.rows<{ id: string }>('SELECT id FROM orders.orders WHERE saga_id = $1', [sagaId]);
    await scene.untilProviderIsReached();
    const cancelled = await scene.post(`/api/orders/${order!.id}/cancel`, {}).set('Prefer', 'wait=20');
    expect(cancelled.body.status).toBe('cancelled');
    expect((await scene.decision(accepted)).body.code).toBe('order_cancelled');
  });

  it('given up while nobody knows, and the next look an hour away: cancelled when a notice says that it waits', async () => {
    const key = 'doubt';
    await scene.arm({ kind: 'drop-after-effect' });
    const accepted = await scene
      .place({ paymentMethod: 'pm_sandbox_requires-action' }, { key })
      .set('Prefer', 'respond-async');
    const order = await orderOf(scene, key);
    const { id: look } = await nextLook(scene, order.id);
    await scene.rows(`UPDATE graphile_worker._private_jobs SET run_at = now() + interval '1 hour' WHERE id = $1`, [
      look,
    ]);
    await scene.post(`/api/orders/${order.id}/cancel`, {}).set('Prefer', 'respond-async');

    const list = await fetch(`${scene.sandbox.url}/v1/payment_intents?limit=1`, {
      headers: { Authorization: 'Bearer sk_test_reader' },
    });
    const { data } = (await list.json()) as { data: { id: string }[] };
    const payment = { ...(await paymentOf(scene, order.id)), provider_reference: data[0]!.id };
    expect(await told(scene, intentEvent('requires_action', payment))).toMatchObject({ status: 'applied' });
    expect((await scene.decision(accepted)).body.code).toBe('order_cancelled');
  });

  it('the provider does not answer the cancel: the order waits, and it is cancelled when it answers', async () => {
    const order = await openOrder(scene);
    await nobodyLooks(scene, order.payment);
    await scene.arm({ kind: 'fail-before', status: 500 }, { method: 'POST', path: '/v1/payment_intents/' });
    await expire(scene, order);
    await scene.untilProviderIsReached();
    expect((await scene.get(order.pollUrl)).status).toBe(202);
    expect(await statusAtProvider(scene, order)).toBe('requires_action');
    await theyLook(scene, order.payment);
    await untilStatus(scene, order.orderId, 'cancelled');
    expect(await statusAtProvider(scene, order)).toBe('canceled');
  });
});

describe('what the customer has to do', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await Scene.open({ webhooks: true, instances: 2 });
    await scene.stock('TEA', 50);
  });
  afterAll(() => scene.close());

  it('is told to whoever placed the order, to nobody else, and only while it is to be done', async () => {
    const order = await openOrder(scene);
    const { provider_reference: reference } = order.payment;
    const seen = await scene.get(order.pollUrl);
    expect([seen.status, seen.headers['cache-control']]).toEqual([202, 'no-store']);
    expect(seen.body).toMatchObject({
      status: 'processing',
      step: 'payment.capture',
      nextAction: { type: 'redirect_to_url', url: expect.stringContaining(reference!) },
      clientSecret: `${reference}_secret_sandbox`,
    });
    const { body: shown } = await scene.get(order.pollUrl, 'operator');
    expect([shown.status, shown.nextAction, shown.clientSecret]).toEqual(['processing', undefined, undefined]);
    expect((await scene.get(order.pollUrl, 'bob')).status).toBe(404);

    await completeAtProvider(scene, order.payment);
    const { status, text } = await scene.decision({ body: { pollUrl: order.pollUrl } });
    expect([status, text.includes('secret')]).toEqual([201, false]);
    await expectInvariants(scene);
  });

  it('is stored nowhere: not with the payment, the answer, a job, nor with what the provider sent', async () => {
    const order = await openOrder(scene);
    await scene.get(order.pollUrl);
    await until('the provider has sent word', async () => {
      const [row] = await scene.rows(`SELECT 1 FROM messaging.inbox WHERE type = 'payment_intent.requires_action'`);
      return row;
    });
    await completeAtProvider(scene, order.payment);
    await untilStatus(scene, order.orderId, 'confirmed');
    await untilQuiet(scene);
    const secret = `${order.payment.provider_reference}_secret`;
    const tables = await scene.rows<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    expect(tables.length).toBeGreaterThan(10);
    for (const { name } of tables) {
      const rows = await scene.rows(
        `SELECT 1 FROM ${name} t WHERE position($1 IN t::text) > 0 OR position(encode($1::bytea, 'hex') IN t::text) > 0`,
        [secret],
      );
      expect([name, rows.length]).toEqual([name, 0]);
    }
  });

  it('is left out when the provider does not tell in time', async () => {
    const order = await openOrder(scene);
    const find = { method: 'GET', path: `/v1/payment_intents/${order.payment.provider_reference}` } as const;
    await scene.arm({ kind: 'fail-before', status: 503 }, find);
    const seen = await scene.get(order.pollUrl);
    expect([seen.status, seen.body.step, seen.body.clientSecret]).toEqual([202, 'payment.capture', undefined]);
    expect((await scene.get(order.pollUrl)).body.clientSecret).toBeDefined();
  });
});
