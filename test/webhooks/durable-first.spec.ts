import { type ChildService, startChildService } from '../support/child-service.js';
import { expectInvariants } from '../support/invariants.js';
import { completeAtProvider, factsOf, messagesOf, openOrder, untilStatus } from '../support/open-payment.js';
import { decided, deliver, intentEvent, type WireEvent, wireEvent } from '../support/provider-events.js';
import { Scene } from '../support/scene.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';
import { until } from '../support/until.js';
import { signatureOf } from '#modules/payments/gateway/stripe/webhook-signature.js';
import { SANDBOX_WEBHOOK_SECRET } from '#shared/config/payment-settings.js';
import { request } from 'node:http';

/** Makes the first `times` inserts into the ledger of facts fail, in the middle of the commit. */
async function breakLedger(scene: Scene, times: number): Promise<void> {
  await scene.rows(`
    CREATE SEQUENCE payments.breakages;
    CREATE FUNCTION payments.break() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN IF nextval('payments.breakages') <= ${times} THEN RAISE 'broken on purpose'; END IF; RETURN NEW; END $$;
    CREATE TRIGGER breakage BEFORE INSERT ON payments.payment_events FOR EACH ROW EXECUTE FUNCTION payments.break()`);
}

const mendLedger = (scene: Scene): Promise<object[]> =>
  scene.rows(`
    DROP TRIGGER breakage ON payments.payment_events;
    DROP FUNCTION payments.break;
    DROP SEQUENCE payments.breakages`);

const rowOf = async (scene: Scene, { id }: WireEvent): Promise<{ id: string; status: string } | undefined> =>
  (
    await scene.rows<{ id: string; status: string }>('SELECT id, status FROM messaging.inbox WHERE event_id = $1', [id])
  )[0];

const breakagesSoFar = async (scene: Scene): Promise<number> => {
  const [row] = await scene.rows<{ last_value: string; is_called: boolean }>('SELECT * FROM payments.breakages');
  return row!.is_called ? Number(row!.last_value) : 0;
};

describe('B085 B096 a handler fails in the middle of its commit', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await Scene.open({ instances: 2 });
    await scene.stock('TEA', 10);
  });
  afterAll(() => scene.close());

  it('nothing of it is there, and its own next run does all of it, once', async () => {
    const { orderId, payment } = await openOrder(scene);
    await breakLedger(scene, 1);
    const event = intentEvent('succeeded', payment);
    expect(await deliver(scene, event)).toMatchObject({ status: 200 });
    await until('the first run has failed', async () => (await breakagesSoFar(scene)) >= 1);
    const [after] = await scene.rows<{ captured: string; consumed: string }>(
      `SELECT captured, (SELECT count(*) FROM messaging.consumptions WHERE consumer = 'payments') AS consumed FROM payments.payments WHERE id = $1`,
      [payment.id],
    );
    expect(after).toEqual({ captured: '0', consumed: '0' });
    expect(await deliver(scene, event, { instance: 1 })).toMatchObject({ status: 200 });
    expect(await decided(scene, event.id)).toMatchObject({ status: 'applied' });
    await untilStatus(scene, orderId, 'confirmed');
    await mendLedger(scene);
    await completeAtProvider(scene, payment);
    expect(await factsOf(scene, payment.id)).toEqual({ requires_action: 1, captured: 1 });
    expect(await messagesOf(scene, orderId)).toMatchObject({ 'orders.order-confirmed': 1 });
    await expectInvariants(scene);
  });

  it('two deliveries of one change at once: status and amounts are those of one', async () => {
    const { orderId, payment } = await openOrder(scene);
    await completeAtProvider(scene, payment);
    const events = Array.from({ length: 6 }, () => intentEvent('succeeded', payment));
    await Promise.all(events.map((event, n) => deliver(scene, event, { instance: n % 2 })));
    const rows = await Promise.all(events.map(({ id }) => decided(scene, id)));
    expect(rows.map(({ status }) => status).toSorted()).toEqual([
      'applied',
      ...Array.from({ length: 5 }, () => 'ignored'),
    ]);
    const [row] = await scene.rows('SELECT status, captured, refunded FROM payments.payments WHERE id = $1', [
      payment.id,
    ]);
    expect(row).toEqual({ status: 'captured', captured: '1000', refunded: '0' });
    expect(await factsOf(scene, payment.id)).toEqual({ requires_action: 1, captured: 1 });
    await untilStatus(scene, orderId, 'confirmed');
    await expectInvariants(scene);
  });
});

describe('B086 a handler that always fails', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await Scene.open();
    await scene.stock('TEA', 10);
  });
  afterAll(() => scene.close());

  it('is acknowledged all the same, is parked for a person to see, and ends well when its reason is gone', async () => {
    const { orderId, payment } = await openOrder(scene);
    await breakLedger(scene, 1_000);
    const event = intentEvent('succeeded', payment);
    expect(await deliver(scene, event)).toMatchObject({ status: 200 });
    expect(await decided(scene, event.id)).toMatchObject({ status: 'parked' });
    expect(await deliver(scene, event)).toMatchObject({ status: 200 });
    expect(await factsOf(scene, payment.id)).toEqual({ requires_action: 1 });
    await mendLedger(scene);
    await completeAtProvider(scene, payment);
    await untilStatus(scene, orderId, 'confirmed');
    await expectInvariants(scene);
  });
});

describe('the database is away', () => {
  let scene: Scene;
  let road: TcpProxy;
  // A process of its own: Jest gives the errors of Node's own modules another `Error`, which changes what they are taken for.
  let service: ChildService;
  beforeAll(async () => {
    scene = await Scene.open();
    const url = new URL(scene.database.url);
    road = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
    url.host = `${road.host}:${road.port}`;
    service = await startChildService({ ...scene.env, DATABASE_URL: url.href, ROLE: 'api' });
  }, 60_000);
  afterAll(async () => {
    await service.close();
    await scene.close();
    await road.close();
  });

  it('nothing is acknowledged; what the provider sends again afterwards is taken', async () => {
    const event = wireEvent('customer.created', { id: 'cus_1', object: 'customer' });
    await road.cut();
    for (const attempt of [1, 2])
      expect({ attempt, ...(await deliver(scene, event, { instance: service })) }).toEqual({
        attempt,
        status: 503,
        code: 'service_unavailable',
      });
    expect(await rowOf(scene, event)).toBeUndefined();
    await road.mend();
    await until('it is taken', async () => (await deliver(scene, event, { instance: service })).status === 200);
    expect(await rowOf(scene, event)).toMatchObject({ status: 'ignored' });
  });
});

describe('B087 acknowledged before it is durable', () => {
  /** Each round costs the start of a process; more of them found nothing more. */
  const ROUNDS = 3;
  const AT_ONCE = 20;

  let scene: Scene;
  beforeAll(async () => {
    scene = await Scene.open();
    await scene.stock('TEA', 10);
  });
  afterAll(() => scene.close());

  it('killed within a millisecond of the first 200: every acknowledged event is in the inbox, and is applied', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const child = await startChildService({ ...scene.env, ROLE: 'api' });
      const { orderId, payment } = await openOrder(scene);
      await completeAtProvider(scene, payment);
      const events = Array.from({ length: AT_ONCE }, () => intentEvent('succeeded', payment));
      const acknowledged = await killedAtFirstAnswer(child, events);
      expect(acknowledged.length).toBeGreaterThan(0);
      for (const event of acknowledged) {
        expect(await rowOf(scene, event)).toBeDefined();
        await decided(scene, event.id);
      }
      await untilStatus(scene, orderId, 'confirmed');
      expect(await factsOf(scene, payment.id)).toMatchObject({ captured: 1 });
    }
    await expectInvariants(scene);
  }, 180_000);

  /** Sends all at once and kills the process with the first answer; returns the events that were acknowledged. */
  async function killedAtFirstAnswer(child: ChildService, events: readonly WireEvent[]): Promise<WireEvent[]> {
    let killed: Promise<void> | undefined;
    const kill = (): void => {
      killed ??= child.kill();
    };
    const statuses = await Promise.all(events.map((event) => statusOfPost(child.url, JSON.stringify(event), kill)));
    await killed;
    return events.filter((_, n) => statuses[n] === 200);
  }

  const statusOfPost = (url: string, body: string, onAnswer: () => void): Promise<number> =>
    new Promise((resolve) => {
      const sent = request(
        `${url}/api/webhooks/stripe`,
        {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'stripe-signature': signatureOf(body, SANDBOX_WEBHOOK_SECRET, new Date()),
          },
        },
        (answer) => {
          onAnswer();
          answer.resume();
          resolve(answer.statusCode ?? 0);
        },
      );
      sent.on('error', () => resolve(0));
      sent.end(body);
    });
});

describe('B099 a webhook is applied where no request is', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await Scene.open({ env: { ROLE: 'api' } });
    await scene.join({ ROLE: 'worker' });
    await scene.stock('TEA', 10);
  });
  afterAll(() => scene.close());

  it('by a worker without any HTTP caller: the client’s poll shows the order, so no second key is needed', async () => {
    const { key, order, pollUrl, payment } = await openOrder(scene);
    await completeAtProvider(scene, payment);
    expect(await deliver(scene, intentEvent('succeeded', payment))).toMatchObject({ status: 200 });
    const polled = await until('the order is decided', async () => {
      const answer = await scene.get(pollUrl);
      return answer.status !== 202 && answer;
    });
    expect(polled.status).toBe(201);
    expect(polled.body).toMatchObject({ status: 'confirmed' });
    const replay = await scene.place(order, { key });
    expect([replay.status, replay.body.id]).toEqual([201, polled.body.id]);
    expect(await scene.rows('SELECT 1 FROM orders.orders')).toHaveLength(1);
    await expectInvariants(scene);
  });
});
