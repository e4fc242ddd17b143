import { inside } from '../support/inside.js';
import { expectInvariants } from '../support/invariants.js';
import {
  completeAtProvider,
  factsOf,
  messagesOf,
  nobodyLooks,
  type OpenOrder,
  openOrder,
  untilStatus,
} from '../support/open-payment.js';
import { decided, deliver, intentEvent, paymentOf, told } from '../support/provider-events.js';
import { Scene } from '../support/scene.js';
import { until } from '../support/until.js';
import { UnitOfWork } from '#shared/database/unit-of-work/unit-of-work.js';
import { enqueue } from '#shared/jobs/job-writes.js';
import { type Layer, stoppedDuplicates } from '#shared/observability/stopped-duplicates.js';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open({ instances: 2, inside: true });
  await scene.stock('TEA', 50);
});
afterAll(() => scene.close());

/** What each layer stopped while the work was done, once all repeats are counted, which happens behind the commits. */
async function stoppedDuring(repeats: number, work: () => Promise<unknown>): Promise<Record<Layer, number>> {
  const before = stoppedDuplicates();
  const since = (layer: Layer): number => stoppedDuplicates()[layer] - before[layer];
  await work();
  await until('every repeat is counted', async () => LAYERS.reduce((sum, layer) => sum + since(layer), 0) >= repeats);
  return Object.fromEntries(LAYERS.map((layer) => [layer, since(layer)])) as Record<Layer, number>;
}

/** A look of ours would be told what is known already, and counted. */
async function openUndisturbed(): Promise<OpenOrder> {
  const opened = await openOrder(scene);
  await nobodyLooks(scene, opened.payment);
  return opened;
}

const NOTHING = { api: 0, event: 0, inbox: 0, job: 0, step: 0 };
const LAYERS = Object.keys(NOTHING) as Layer[];
const jobsWith = async (key: string): Promise<number> =>
  (await scene.rows('SELECT 1 FROM graphile_worker._private_jobs WHERE key = $1', [key])).length;
const queueIsThroughWith = (key: string): Promise<true> =>
  until(`job ${key} is over`, async () => (await jobsWith(key)) === 0);

describe('a repeat is stopped by the layer that answers for who repeats', () => {
  it('the provider sends an event again, later: the event id (layer 2)', async () => {
    const { orderId, payment } = await openUndisturbed();
    const event = intentEvent('succeeded', payment);
    expect(await told(scene, event)).toMatchObject({ status: 'applied' });
    await queueIsThroughWith(`${(await decided(scene, event.id)).id}:apply`);
    const stopped = await stoppedDuring(3, async () => {
      for (const instance of [0, 1, 0])
        expect(await deliver(scene, event, { instance })).toMatchObject({ status: 200 });
    });
    expect(stopped).toEqual({ ...NOTHING, event: 3 });
    expect(await factsOf(scene, payment.id)).toMatchObject({ captured: 1 });
    await completeAtProvider(scene, payment);
    await untilStatus(scene, orderId, 'confirmed');
    await expectInvariants(scene);
  });

  it('B088 twenty deliveries at once on two instances: one row, one transition, one message of each kind (layers 2 and 3)', async () => {
    const { orderId, payment } = await openUndisturbed();
    const event = intentEvent('succeeded', payment);
    const stopped = await stoppedDuring(19, async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) => deliver(scene, event, { instance: n % 2 })),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
      const { id } = await decided(scene, event.id);
      await queueIsThroughWith(`${id}:apply`);
    });
    expect(stopped.event + stopped.inbox).toBe(19);
    expect({ ...stopped, event: 0, inbox: 0 }).toEqual(NOTHING);
    expect(await scene.rows('SELECT 1 FROM messaging.inbox WHERE event_id = $1', [event.id])).toHaveLength(1);
    await untilStatus(scene, orderId, 'confirmed');
    expect(await factsOf(scene, payment.id)).toEqual({ requires_action: 1, captured: 1 });
    const messages = await messagesOf(scene, orderId);
    expect(Object.keys(messages)).toEqual(
      expect.arrayContaining(['orders.order-placed', 'payments.payment-captured', 'orders.order-confirmed']),
    );
    expect(new Set(Object.values(messages))).toEqual(new Set([1]));
    await completeAtProvider(scene, payment);
    await expectInvariants(scene);
  });

  it('the same news under another event id: the payment knows it (semantics 29)', async () => {
    const { orderId, payment } = await openUndisturbed();
    expect(await told(scene, intentEvent('succeeded', payment))).toMatchObject({ status: 'applied' });
    const stopped = await stoppedDuring(1, async () => {
      expect(await told(scene, intentEvent('succeeded', payment))).toMatchObject({ status: 'ignored' });
    });
    expect(stopped).toEqual({ ...NOTHING, step: 1 });
    await completeAtProvider(scene, payment);
    await untilStatus(scene, orderId, 'confirmed');
    await expectInvariants(scene);
  });

  it('a job is enqueued twice under one key: the queue (layer 4)', async () => {
    const units = inside(scene, UnitOfWork);
    const job = {
      name: 'payments.apply-notice',
      key: 'twice:apply',
      payload: { messageId: 'none' },
      delayMs: 3_600_000,
    };
    const stopped = await stoppedDuring(1, async () => {
      await units.run(async () => enqueue(job));
      await units.run(async () => enqueue(job));
    });
    expect(stopped).toEqual({ ...NOTHING, job: 1 });
    expect(await jobsWith(job.key)).toBe(1);
    await scene.rows(`SELECT graphile_worker.remove_job('twice:apply')`);
  });

  it('B100 a job is enqueued again while it runs: the queue (layer 4), and the provider is asked once', async () => {
    const placing = scene.place({ paymentMethod: 'pm_sandbox_delay_3000' }).set('Prefer', 'wait=20');
    const placed = placing.then((answer) => answer);
    const key = await until('the capture runs', async () => {
      const [running] = await scene.rows<{ key: string }>(
        `SELECT key FROM graphile_worker._private_jobs WHERE locked_at IS NOT NULL AND key LIKE '%:payment.capture:1'`,
      );
      return running?.key;
    });
    const [job] = await scene.rows<{ payload: { paymentId: string; generation: number } }>(
      'SELECT payload FROM graphile_worker._private_jobs WHERE key = $1',
      [key],
    );
    const units = inside(scene, UnitOfWork, 1);
    const stopped = await stoppedDuring(1, () =>
      units.run(async () => enqueue({ name: 'payments.capture', key, payload: job!.payload })),
    );
    expect(stopped).toEqual({ ...NOTHING, job: 1 });
    const { status, body } = await placed;
    expect(status).toBe(201);
    const { charges } = await scene.ledger();
    expect(charges.filter(({ metadata }) => metadata['orderId'] === body.id)).toMatchObject([{ attempts: 1 }]);
    await expectInvariants(scene);
  });

  it('a finished job runs again, as after a crash before the queue heard of its end: the marker (layer 5)', async () => {
    const { body: order } = await scene.place();
    const payment = await paymentOf(scene, order.id);
    const event = intentEvent('succeeded', payment);
    const { id } = await told(scene, event);
    await queueIsThroughWith(`${id}:apply`);
    const again = async (name: string, key: string, payload: object): Promise<void> => {
      await scene.rows('SELECT graphile_worker.add_job($1, $2::json, job_key => $3)', [
        name,
        JSON.stringify(payload),
        key,
      ]);
      await queueIsThroughWith(key);
    };
    const facts = await factsOf(scene, payment.id);
    const stopped = await stoppedDuring(2, async () => {
      await again('payments.apply-notice', `${id}:apply`, { messageId: id });
      await again('payments.capture', `${payment.saga_id}:payment.capture:1`, { paymentId: payment.id, generation: 1 });
    });
    expect(stopped).toEqual({ ...NOTHING, step: 2 });
    expect(await factsOf(scene, payment.id)).toEqual(facts);
    const { charges } = await scene.ledger();
    expect(charges.filter(({ metadata }) => metadata['orderId'] === order.id)).toMatchObject([{ attempts: 1 }]);
    await expectInvariants(scene);
  });

  it('two jobs apply one message at once: the consumption (layer 3)', async () => {
    const { orderId, payment } = await openUndisturbed();
    const event = intentEvent('succeeded', payment);
    // Held until both jobs have read the message and decided.
    await scene.rows(`
      CREATE FUNCTION messaging.hold() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_sleep(0.3); RETURN NEW; END $$;
      CREATE TRIGGER hold BEFORE INSERT ON messaging.consumptions FOR EACH ROW EXECUTE FUNCTION messaging.hold()`);
    const stopped = await stoppedDuring(1, async () => {
      await deliver(scene, event);
      const [row] = await scene.rows<{ id: string }>('SELECT id FROM messaging.inbox WHERE event_id = $1', [event.id]);
      await scene.rows('SELECT graphile_worker.add_job($1, $2::json, job_key => $3)', [
        'payments.apply-notice',
        JSON.stringify({ messageId: row!.id }),
        `${row!.id}:apply:twin`,
      ]);
      await queueIsThroughWith(`${row!.id}:apply`);
      await queueIsThroughWith(`${row!.id}:apply:twin`);
    });
    await scene.rows('DROP TRIGGER hold ON messaging.consumptions');
    expect(stopped.inbox + stopped.step).toBe(1);
    expect(await factsOf(scene, payment.id)).toEqual({ requires_action: 1, captured: 1 });
    await completeAtProvider(scene, payment);
    await untilStatus(scene, orderId, 'confirmed');
    await expectInvariants(scene);
  });
});

describe('an event id that comes back with another meaning', () => {
  it.each([
    ['another amount', { data: { object: { amount: 1 } } }],
    ['another time', { created: 1 }],
    ['another type', { type: 'payment_intent.processing' }],
    ['the other mode', { livemode: true }],
  ])('%s: acknowledged and set aside; nothing moves by it', async (_, over) => {
    const { orderId, payment } = await openUndisturbed();
    const event = intentEvent('succeeded', payment);
    expect(await told(scene, event)).toMatchObject({ status: 'applied' });
    const { object } = event['data'] as { object: object };
    const other = { ...event, ...over, data: { object: { ...object, ...('data' in over ? over.data.object : {}) } } };
    expect(await deliver(scene, other, { instance: 1 })).toMatchObject({ status: 200 });
    const row = await decided(scene, event.id);
    expect(row).toMatchObject({ status: 'quarantined', type: event.type });
    expect(row.detail).toContain('applied');
    expect(await factsOf(scene, payment.id)).toEqual({ requires_action: 1, captured: 1 });
    await completeAtProvider(scene, payment);
    await untilStatus(scene, orderId, 'confirmed');
  });

  it('members that may change between deliveries change nothing', async () => {
    const { orderId, payment } = await openUndisturbed();
    const event = intentEvent('succeeded', payment);
    await told(scene, event);
    const again = { ...event, pending_webhooks: 0, request: { id: 'req_2', idempotency_key: null } };
    const stopped = await stoppedDuring(1, () => deliver(scene, again));
    expect(stopped).toEqual({ ...NOTHING, event: 1 });
    expect(await decided(scene, event.id)).toMatchObject({ status: 'applied' });
    await completeAtProvider(scene, payment);
    await untilStatus(scene, orderId, 'confirmed');
    await expectInvariants(scene);
  });
});
