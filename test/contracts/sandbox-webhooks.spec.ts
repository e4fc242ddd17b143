import { until } from '../support/until.js';
import { type Bench, WEBHOOK_SECRET, openBench, openReceiver, paymentOf } from './sandbox-harness.js';

describe('the webhooks of the sandbox', () => {
  let receiver: Awaited<ReturnType<typeof openReceiver>>;
  let bench: Bench;
  beforeEach(async () => {
    receiver = await openReceiver();
    bench = await openBench({ webhookUrl: receiver.url, webhookSecret: WEBHOOK_SECRET });
  });
  afterEach(async () => {
    await bench.close();
    await receiver.close();
  });

  const pay = (method: string) => bench.stripe.paymentIntents.create(paymentOf(method));
  const delivered = (count: number) =>
    until(`${count} deliveries`, async () => receiver.deliveries.length >= count && receiver.deliveries);
  const events = async () => (await bench.control('GET', '/events')).body.items as Record<string, unknown>[];
  const settled = (deliveries: number) =>
    until(`${deliveries} deliveries on record`, async () => (await events())[0]?.deliveries === deliveries);

  it('are signed so that the SDK accepts them, and tell the payment as it was', async () => {
    const payment = await pay('pm_card_visa');
    const [delivery] = await delivered(1);
    const signature = delivery?.headers['stripe-signature'] ?? '';
    const event = bench.stripe.webhooks.constructEvent(delivery?.body ?? '', signature, WEBHOOK_SECRET);
    expect(event).toMatchObject({
      object: 'event',
      type: 'payment_intent.succeeded',
      livemode: false,
      data: { object: { id: payment.id, status: 'succeeded', metadata: { orderId: 'order-1' } } },
    });
    expect(() => bench.stripe.webhooks.constructEvent(`${delivery?.body} `, signature, WEBHOOK_SECRET)).toThrow(
      'No signatures found',
    );
    await settled(1);
    expect(await events()).toEqual([{ id: event.id, type: 'payment_intent.succeeded', deliveries: 1 }]);
  });

  it.each([
    ['pm_card_chargeDeclined', ['payment_intent.payment_failed']],
    ['pm_sandbox_requires-action', ['payment_intent.requires_action']],
    ['pm_sandbox_async-outcome_20', ['payment_intent.processing', 'payment_intent.succeeded']],
    ['pm_sandbox_async-outcome_failed_20', ['payment_intent.processing', 'payment_intent.payment_failed']],
  ])('tell what becomes of %s', async (method, types) => {
    await pay(method).catch(() => undefined);
    await delivered(types.length);
    expect(receiver.types()).toEqual(types);
  });

  it('tell a cancellation, and the end of a required action', async () => {
    const [given, acted] = [await pay('pm_sandbox_requires-action'), await pay('pm_sandbox_requires-action')];
    await delivered(2);
    await bench.stripe.paymentIntents.cancel(given.id);
    await delivered(3);
    await bench.control('POST', `/payment_intents/${acted.id}/complete-action`, { result: 'succeeded' });
    await delivered(4);
    expect(receiver.types().slice(2)).toEqual(['payment_intent.canceled', 'payment_intent.succeeded']);
  });

  it.each([
    ['pm_card_visa', ['refund.created']],
    ['pm_sandbox_refund-pending_20', ['refund.created', 'refund.updated']],
    ['pm_sandbox_refund-fails-later_20', ['refund.created', 'refund.failed']],
  ])('tell what becomes of a refund of %s', async (method, types) => {
    const { id } = await pay(method);
    await delivered(1);
    await bench.stripe.refunds.create({ payment_intent: id });
    await delivered(1 + types.length);
    expect(receiver.types().slice(1)).toEqual(types);
  });

  it('come again until they are accepted', async () => {
    receiver.status = 503;
    await pay('pm_card_visa');
    await delivered(2);
    receiver.status = 200;
    await until(
      'the event is accepted',
      async () => (await bench.stripe.events.list()).data[0]?.pending_webhooks === 0,
    );
    expect(new Set(receiver.deliveries.map(({ event }) => event.id)).size).toBe(1);
    const [event] = await events();
    expect(event?.deliveries).toBe(receiver.deliveries.length);
  });

  it('danger: the webhook arrives before the answer', async () => {
    let answered = false;
    let answeredAtDelivery: boolean | undefined;
    receiver.beforeAnswer = async () => {
      answeredAtDelivery = answered;
    };
    await pay('pm_sandbox_webhook-first').then(() => (answered = true));
    expect(receiver.types()).toEqual(['payment_intent.succeeded']);
    expect(answeredAtDelivery).toBe(false);
  });

  it('danger: the webhook of a refund arrives before the answer', async () => {
    const { id } = await pay('pm_sandbox_webhook-first');
    await bench.stripe.refunds.create({ payment_intent: id });
    expect(receiver.types()).toEqual(['payment_intent.succeeded', 'refund.created']);
  });

  it('danger: one event comes twice', async () => {
    await pay('pm_sandbox_webhook-twice');
    const [first, second] = await delivered(2);
    expect(first?.event.id).toBe(second?.event.id);
    await settled(2);
  });

  it('danger: older news comes after newer', async () => {
    const { id } = await pay('pm_sandbox_webhook-reordered');
    const [newer, older] = await delivered(2);
    expect(newer?.event).toMatchObject({ type: 'payment_intent.succeeded', data: { object: { status: 'succeeded' } } });
    expect(older?.event).toMatchObject({
      type: 'payment_intent.processing',
      data: { object: { status: 'processing' } },
    });
    await bench.stripe.refunds.create({ payment_intent: id });
    const [, , updated, created] = await delivered(4);
    expect(updated?.event).toMatchObject({ type: 'refund.updated', data: { object: { status: 'succeeded' } } });
    expect(created?.event).toMatchObject({ type: 'refund.created', data: { object: { status: 'pending' } } });
  });

  it('danger: a late webhook comes after everything else', async () => {
    await pay('pm_sandbox_webhook-late_1500');
    const { id } = await pay('pm_card_visa');
    const [first, second] = await delivered(2);
    expect(first?.event.data.object).toMatchObject({ id });
    expect(second?.event.data.object).toMatchObject({ payment_method: 'pm_sandbox_webhook-late_1500' });
  });

  it('danger: no webhook comes for the payment and its refund, only for others', async () => {
    const { id } = await pay('pm_sandbox_webhook-never');
    await bench.stripe.refunds.create({ payment_intent: id });
    const other = await pay('pm_card_visa');
    const [only] = await delivered(1);
    expect(only?.event.data.object).toMatchObject({ id: other.id });
    expect((await events()).slice(1)).toMatchObject([{ deliveries: 0 }, { deliveries: 0 }]);
  });

  it('can be armed for one refund', async () => {
    const { id } = await pay('pm_card_visa');
    await delivered(1);
    const match = { method: 'POST', path: '/v1/refunds' };
    await bench.control('POST', '/faults', { match, fault: { kind: 'webhook-twice' } });
    await bench.stripe.refunds.create({ payment_intent: id });
    await delivered(3);
    expect(receiver.types().slice(1)).toEqual(['refund.created', 'refund.created']);
  });

  it('can be replayed any number of times, also when they were never sent', async () => {
    await pay('pm_sandbox_webhook-never');
    const [event] = await events();
    const replayed = await bench.control('POST', '/webhooks/replay', { eventId: event?.id, times: 5 });
    expect(replayed).toEqual({
      status: 200,
      body: { id: event?.id, deliveries: 5, statuses: [200, 200, 200, 200, 200] },
    });
    expect(receiver.deliveries).toHaveLength(5);
  });

  it.each([
    [{}, 400],
    [{ eventId: 'evt_none' }, 404],
    [{ eventId: 'evt_none', times: 0 }, 400],
  ])('refuse the replay %j', async (body, status) => {
    expect(await bench.control('POST', '/webhooks/replay', body)).toEqual({
      status,
      body: { error: expect.stringMatching(/\.$/) },
    });
  });

  it('are only recorded where no address is known', async () => {
    const silent = await openBench();
    try {
      await silent.stripe.paymentIntents.create(paymentOf('pm_sandbox_webhook-first'));
      const { body } = await silent.control('GET', '/events');
      expect(body.items).toMatchObject([{ type: 'payment_intent.succeeded', deliveries: 0 }]);
    } finally {
      await silent.close();
    }
  });
});
