import { holdLock } from '../support/held-lock.js';
import { inUnit } from '../support/inside.js';
import { expectInvariants } from '../support/invariants.js';
import { completeAtProvider, openOrder, untilStatus } from '../support/open-payment.js';
import {
  decided,
  deliver,
  disputeEvent,
  intentEvent,
  paymentOf,
  refundEvent,
  told,
} from '../support/provider-events.js';
import { Scene } from '../support/scene.js';
import { until } from '../support/until.js';
import { enqueue } from '#shared/jobs/job-writes.js';
import { randomUUID } from 'node:crypto';

interface Item {
  readonly kind: string;
  readonly layer?: string;
  readonly count?: number;
  readonly detail: string;
}

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open({ instances: 2, inside: true });
  await scene.stock('TEA', 50);
});
afterAll(() => scene.close());
afterEach(() => expectInvariants(scene));

const timelineOf = async (orderId: string): Promise<Item[]> => {
  const { status, body } = await scene.get(`/api/orders/${orderId}/timeline`);
  expect(status).toBe(200);
  return body.items as Item[];
};
const linesOf = (items: Item[], kind: string): string[] =>
  items.filter((item) => item.kind === kind).map(({ detail }) => detail);
const stoppedOn = (items: Item[]): (readonly [string | undefined, number | undefined])[] =>
  items
    .filter(({ kind }) => kind === 'duplicate')
    .map(({ layer, count }) => [layer, count] as const)
    .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1));

/** Looks until the layers have stopped that much, and once more when all is quiet: nothing is counted twice, or later. */
async function expectStopped(orderId: string, wanted: readonly (readonly [string, number])[]): Promise<void> {
  await until(`what was stopped is told of ${orderId}`, async () => {
    const seen = stoppedOn(await timelineOf(orderId));
    return JSON.stringify(seen) === JSON.stringify(wanted) || undefined;
  }).catch(() => undefined);
  expect(stoppedOn(await timelineOf(orderId))).toEqual(wanted);
  await expectInvariants(scene);
  expect(stoppedOn(await timelineOf(orderId))).toEqual(wanted);
}

/** The looks at the provider that are planned for an order; a test whose order needs none of them takes them away. */
const takeLooksAway = (sagaId: string): Promise<object[]> =>
  scene.rows(`SELECT graphile_worker.remove_job(key) FROM graphile_worker._private_jobs WHERE key LIKE $1`, [
    `${sagaId}:payment.capture:resolve:%`,
  ]);

describe('the timeline of an order tells what its provider sent', () => {
  it('the notice that moved it and the one that came too late, and who told the fact', async () => {
    const { orderId, payment } = await openOrder(scene);
    const late = intentEvent('processing', payment);
    await told(scene, intentEvent('succeeded', payment));
    await told(scene, late);
    await completeAtProvider(scene, payment);
    await untilStatus(scene, orderId, 'confirmed');
    const items = await timelineOf(orderId);
    expect(linesOf(items, 'webhook')).toEqual([
      'A notice of the payment provider came in (payment_intent.succeeded): it was applied.',
      'A notice of the payment provider came in (payment_intent.processing): it was known, or came too late to matter.',
    ]);
    expect(linesOf(items, 'fact')).toContain('The provider sent word: 10.00 EUR was captured.');
  });

  it('the end of a payment without money, and a dispute', async () => {
    const { body: order } = await scene.place();
    const payment = await paymentOf(scene, order.id);
    await told(scene, disputeEvent(payment));
    const ended = await openOrder(scene);
    await completeAtProvider(scene, ended.payment, 'failed');
    await told(scene, intentEvent('payment_failed', ended.payment));
    await untilStatus(scene, ended.orderId, 'cancelled');
    expect(linesOf(await timelineOf(order.id), 'fact')).toContain(
      'The provider sent word: the customer disputes the payment.',
    );
    expect(linesOf(await timelineOf(order.id), 'operator')).toEqual([expect.stringMatching(/^A person must look: /)]);
    const facts = linesOf(await timelineOf(ended.orderId), 'fact');
    expect(facts).toContain('The provider sent word: the payment was declined (payment_declined).');
    expect([...facts, ...linesOf(await timelineOf(order.id), 'fact')].join()).not.toContain('undefined');
  });

  it('what contradicts it, which moved nothing', async () => {
    const { body: order } = await scene.place();
    const payment = await paymentOf(scene, order.id);
    await told(scene, intentEvent('succeeded', payment, { amount: 1, amount_received: 1 }));
    expect(linesOf(await timelineOf(order.id), 'webhook')).toEqual([expect.stringMatching(/set aside\.$/)]);
  });
});

describe('the timeline of an order tells every repeat that was stopped, under the layer that stopped it, once', () => {
  it('one order meets all five layers', async () => {
    const key = randomUUID();
    const { body: order } = await scene.place({}, { key });
    for (let n = 0; n < 2; n++) await scene.place({}, { key, instance: n });

    // The provider tells what its answer told (layer 5), and tells it again (layer 2).
    const payment = await paymentOf(scene, order.id);
    const event = intentEvent('succeeded', payment);
    await told(scene, event);
    for (let n = 0; n < 3; n++) await deliver(scene, event, { instance: n % 2 });

    // Two jobs are about to apply one message (layer 3), whose news are known again (layer 5).
    const consuming = await holdLock(scene, 'SELECT pg_advisory_xact_lock(74)');
    await scene.rows(`
      CREATE FUNCTION public.hold_consumption() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_advisory_xact_lock_shared(74); RETURN NEW; END $$;
      CREATE TRIGGER hold_consumption BEFORE INSERT ON messaging.consumptions
        FOR EACH ROW WHEN (NEW.consumer = 'payments') EXECUTE FUNCTION public.hold_consumption()`);
    const twice = intentEvent('succeeded', payment);
    await deliver(scene, twice);
    await scene.rows(
      `SELECT graphile_worker.add_job('payments.apply-notice', json_build_object('messageId', id), job_key => id || ':apply:twin')
       FROM messaging.inbox WHERE event_id = $1`,
      [twice.id],
    );
    await consuming.untilWaiting(2);
    await consuming.release();
    await decided(scene, twice.id);
    await scene.rows('DROP TRIGGER hold_consumption ON messaging.consumptions');

    // A job that waits in the queue is to be queued again (layer 4).
    const job = { name: 'test.nobody-runs-this', key: `${order.sagaId}:test:1`, payload: {}, delayMs: 3_600_000 };
    for (let n = 0; n < 2; n++) await inUnit(scene, async () => enqueue(job));

    await expectStopped(order.id, [
      ['api', 2],
      ['event', 3],
      ['inbox', 1],
      ['job', 1],
      ['step', 2],
    ]);
  });

  it('twenty deliveries of one notice at once: nineteen, by two layers together', async () => {
    const { orderId, payment } = await openOrder(scene);
    await takeLooksAway(payment.saga_id);
    const event = intentEvent('succeeded', payment);
    await Promise.all(Array.from({ length: 20 }, (_, n) => deliver(scene, event, { instance: n % 2 })));
    await completeAtProvider(scene, payment);
    await untilStatus(scene, orderId, 'confirmed');
    const total = (items: Item[]): number => stoppedOn(items).reduce((sum, [, count = 0]) => sum + count, 0);
    await until('all are told', async () => total(await timelineOf(orderId)) >= 19);
    await expectInvariants(scene);
    const stopped = stoppedOn(await timelineOf(orderId));
    expect(stopped.filter(([layer]) => layer !== 'event' && layer !== 'inbox')).toEqual([]);
    expect(stopped.reduce((sum, [, count = 0]) => sum + count, 0)).toBe(19);
  });

  it('one dispute under two event ids', async () => {
    const { body: order } = await scene.place();
    const dispute = disputeEvent(await paymentOf(scene, order.id));
    await told(scene, dispute);
    expect(await told(scene, { ...dispute, id: `${dispute.id}_again` })).toMatchObject({ status: 'ignored' });
    await expectStopped(order.id, [['step', 1]]);
  });

  it('a refund that its webhook told before its answer', async () => {
    const { body: order } = await scene.place();
    await scene.arm({ kind: 'delay', ms: 1_500 }, { method: 'POST', path: '/v1/refunds' });
    const cancelling = scene.post(`/api/orders/${order.id}/cancel`, {}).set('Prefer', 'wait=20');
    const cancelled = cancelling.then((answer) => answer);
    await scene.untilProviderIsReached();
    const payment = await paymentOf(scene, order.id);
    const refund = await until('the refund is on its way', async () => {
      const [row] = await scene.rows<{ id: string }>('SELECT id FROM payments.refunds WHERE payment_id = $1', [
        payment.id,
      ]);
      return row;
    });
    await told(scene, refundEvent('updated', payment, { metadata: { refundId: refund.id } }));
    expect((await cancelled).body).toMatchObject({ status: 'cancelled' });
    await expectStopped(order.id, [['step', 1]]);
  });

  it('of what has no saga it has nothing to tell, and nothing fails', async () => {
    const key = randomUUID();
    const { body: draft } = await scene.place({ confirm: false }, { key });
    await scene.place({ confirm: false }, { key });
    const adjustment = { delta: 1, reason: 'counted again' };
    for (let n = 0; n < 2; n++) {
      const { status } = await scene.post('/api/inventory/TEA/adjustments', adjustment, {
        as: 'operator',
        key: `adjust-${key}`,
      });
      expect(status).toBe(201);
    }
    const strange = intentEvent('succeeded', {
      ...(await paymentOf(scene, (await scene.place()).body.id)),
      provider_reference: 'pi_of_nobody',
      id: 'x',
      order_id: 'x',
      saga_id: 'x',
    });
    await told(scene, strange);
    await deliver(scene, strange);
    await expectStopped(draft.id, []);
  });
});
