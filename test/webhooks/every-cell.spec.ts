import { expectInvariants } from '../support/invariants.js';
import { completeAtProvider, openOrder, statusOf, untilStatus } from '../support/open-payment.js';
import {
  decided,
  deliver,
  disputeEvent,
  intentEvent,
  type KnownPayment,
  paymentOf,
  refundEvent,
  told,
  type WireEvent,
  wireEvent,
} from '../support/provider-events.js';
import { hurry } from '../support/refund-attempts.js';
import { Scene } from '../support/scene.js';
import { until } from '../support/until.js';
import { randomUUID } from 'node:crypto';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open();
  await scene.stock('TEA', 200);
});
afterAll(() => scene.close());

interface Subject {
  readonly orderId: string;
  readonly payment: KnownPayment;
}

const confirmed = async (): Promise<Subject> => {
  const { body } = await scene.place();
  return { orderId: body.id, payment: await paymentOf(scene, body.id) };
};

const open: Subject[] = [];
const waiting = async (): Promise<Subject> => {
  const subject = await openOrder(scene);
  open.push(subject);
  return subject;
};

const cancel = (orderId: string) => scene.post(`/api/orders/${orderId}/cancel`, {});

const ORDERS: Readonly<Record<string, () => Promise<Subject>>> = {
  draft: async () => {
    const { body } = await scene.place({ confirm: false });
    const payment = {
      id: randomUUID(),
      order_id: body.id,
      saga_id: randomUUID(),
      amount: '1000',
      currency: 'EUR',
      provider_reference: null,
    };
    return { orderId: body.id, payment };
  },
  pending: waiting,
  confirmed,
  cancelling: async () => {
    const subject = await waiting();
    const path = `/v1/payment_intents/${subject.payment.provider_reference}/cancel`;
    // The provider does not take the first wish to give the payment up; the next one is seconds away.
    await scene.arm({ kind: 'fail-before', status: 500 }, { method: 'POST', path });
    await cancel(subject.orderId).set('Prefer', 'respond-async');
    return subject;
  },
  cancelled: async () => {
    const subject = await confirmed();
    await cancel(subject.orderId);
    await untilStatus(scene, subject.orderId, 'cancelled');
    return subject;
  },
  needs_attention: async () => {
    const subject = await confirmed();
    await told(scene, disputeEvent(subject.payment));
    return subject;
  },
};

const EVENTS: Readonly<Record<string, (payment: KnownPayment) => WireEvent>> = {
  'payment_intent.succeeded': (payment) => intentEvent('succeeded', payment),
  'payment_intent.payment_failed': (payment) => intentEvent('payment_failed', payment),
  'payment_intent.processing': (payment) => intentEvent('processing', payment),
  'payment_intent.requires_action': (payment) => intentEvent('requires_action', payment),
  'payment_intent.canceled': (payment) => intentEvent('canceled', payment),
  'refund.created': (payment) => refundEvent('created', payment, { amount: 100 }),
  'refund.updated': (payment) => refundEvent('updated', payment, { amount: 100 }),
  'refund.failed': (payment) => refundEvent('failed', payment, { amount: 100 }),
  'charge.dispute.created': disputeEvent,
  'charge.updated': (payment) =>
    wireEvent('charge.updated', { id: 'ch_1', object: 'charge', metadata: { orderId: payment.order_id } }),
};

const DECIDED = ['applied', 'ignored', 'parked', 'quarantined'];

/** What the order may be afterwards; a state that is not named here stays as it is. */
const MAY_BECOME: Readonly<Record<string, readonly string[]>> = {
  pending: ['pending', 'confirmed', 'needs_attention'],
  confirmed: ['confirmed', 'needs_attention'],
  cancelling: ['cancelling', 'cancelled', 'needs_attention'],
};

describe('B097 every event meets an order in every state', () => {
  const cells = Object.keys(ORDERS).flatMap((state) => Object.keys(EVENTS).map((type) => [state, type] as const));

  it.each(cells)('an order that is %s, %s: decided, and the order is where it may be', async (state, type) => {
    const { orderId, payment } = await ORDERS[state]!();
    expect(await statusOf(scene, orderId)).toBe(state);
    const event = EVENTS[type]!(payment);
    expect(await deliver(scene, event)).toMatchObject({ status: 200 });
    const { status } = await decided(scene, event.id);
    expect(DECIDED).toContain(status);
    expect(MAY_BECOME[state] ?? [state]).toContain(await statusOf(scene, orderId));
    expect(await deliver(scene, event)).toMatchObject({ status: 200 });
  });

  it('and in the end each of those orders is decided and nothing is left in between', async () => {
    const kept = await scene.rows<{ id: string }>(
      `SELECT id FROM payments.payments WHERE withdrawal IS NULL OR status NOT IN ('requires_action', 'cancelled', 'declined')`,
    );
    const ids = new Set(kept.map(({ id }) => id));
    const wanted = open.filter(({ payment }) => ids.has(payment.id));
    for (const { payment } of wanted) await completeAtProvider(scene, payment);
    await Promise.all(wanted.map(({ payment }) => told(scene, intentEvent('succeeded', payment))));
    const payments = wanted.map(({ payment }) => payment.id);
    await until('no refund of theirs waits for its time', async () => {
      for (const paymentId of payments) await hurry(scene, { paymentId });
      const later = await scene.rows(
        `SELECT 1 FROM graphile_worker._private_jobs j JOIN payments.refunds r ON j.key LIKE r.step_key || ':%'
         WHERE r.payment_id = ANY($1)`,
        [payments],
      );
      return later.length === 0;
    });
    await expectInvariants(scene, { quietWithinMs: 40_000 });
    const left = await scene.rows(`SELECT type FROM messaging.inbox WHERE status = 'received'`);
    expect(left).toEqual([]);
    const undecided = await scene.rows(
      `SELECT id, status FROM orders.orders WHERE status IN ('pending', 'cancelling')`,
    );
    expect(undecided).toEqual([]);
  }, 60_000);
});
