import { STARTED_WITHIN_MS } from '../support/child-service.js';
import { expectInvariants } from '../support/invariants.js';
import {
  completeAtProvider,
  factsOf,
  messagesOf,
  openOrder,
  statusOf,
  type OpenOrder,
} from '../support/open-payment.js';
import { deliver, intentEvent, wireEvent, type Delivery, type WireEvent } from '../support/provider-events.js';
import { Scene } from '../support/scene.js';
import { until } from '../support/until.js';

/** As many requests at once as a provider sends to one account. */
const SENDERS = 32;
/** What is acknowledged is worked off at the pace of the machine; a backlog that stands still fails. */
const DRAINED_WITHIN_MS = 30_000;

interface Size {
  readonly orders: number;
  readonly events: number;
  /** How many of the events are about payments that nobody knows. */
  readonly strange: number;
}

interface Burst {
  readonly strange: number;
  readonly orders: readonly OpenOrder[];
  readonly events: readonly WireEvent[];
}

/** Twenty news about each order, all the same; what is not strange either is of a type that nobody acts on. */
async function aBurst(scene: Scene, { orders: count, events: size, strange }: Size): Promise<Burst> {
  const orders: OpenOrder[] = [];
  while (orders.length < count) orders.push(...(await Promise.all(Array.from({ length: 5 }, () => openOrder(scene)))));
  const paid = Array.from({ length: 20 * count }, (_, n) => intentEvent('succeeded', orders[n % count]!.payment));
  const { payment } = orders[0]!;
  const unknown = { ...payment, id: 'x', order_id: 'x', saga_id: 'x' };
  const nobodys = Array.from({ length: strange }, (_, n) =>
    intentEvent('succeeded', { ...unknown, provider_reference: `pi_of_nobody_${n}` }),
  );
  const rest = Array.from({ length: size - paid.length - nobodys.length }, (_, n) =>
    wireEvent('customer.updated', { id: `cus_${n}`, object: 'customer' }),
  );
  // Mixed as two decks that are dealt in turn; what is about nobody comes early, so that it is looked at again meanwhile.
  const kinds: [readonly WireEvent[], share: number][] = [
    [paid, 1],
    [rest, 1],
    [nobodys, 0.1],
  ];
  const events = kinds.flatMap(([kind, share]) =>
    kind.map((event, n) => ({ event, place: (share * n) / kind.length })),
  );
  return { orders, strange, events: events.toSorted((a, b) => a.place - b.place).map(({ event }) => event) };
}

/** Sends all of them, some at once, and every tenth twice; `acknowledged` fills up meanwhile. */
async function send(
  scene: Scene,
  { events }: Burst,
  instanceOf: (n: number) => Delivery['instance'],
  acknowledged: WireEvent[] = [],
): Promise<void> {
  const queue = events.entries();
  const sender = async (): Promise<void> => {
    for (const [n, event] of queue) {
      for (let again = n % 10 === 0 ? 2 : 1; again > 0; again--)
        await sendOne(scene, event, () => instanceOf(n + again));
      acknowledged.push(event);
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, sender));
}

/** As a provider does: what is not acknowledged is sent again. */
async function sendOne(scene: Scene, event: WireEvent, to: () => Delivery['instance']): Promise<void> {
  await until(`${event.id} is acknowledged`, async () => {
    const answer = await deliver(scene, event, { instance: to() }).catch(() => undefined);
    return answer?.status === 200;
  });
}

/** Nothing is lost, and each moves what it is about once: of twenty that say the same, one. */
async function expectDrained(scene: Scene, { orders, events, strange }: Burst): Promise<void> {
  await until(
    'all of it is worked off',
    async () => {
      const [row] = await scene.rows<{ left: number }>(
        `SELECT count(*)::int AS left FROM messaging.inbox WHERE status = 'received'`,
      );
      return row!.left === 0;
    },
    DRAINED_WITHIN_MS,
  );
  const decided = await scene.rows<{ event_id: string; type: string; status: string; consumed: number }>(
    `SELECT i.event_id, i.type, i.status,
       (SELECT count(*)::int FROM messaging.consumptions c WHERE c.consumer = 'payments' AND c.message_id = i.id) AS consumed
     FROM messaging.inbox i`,
  );
  expect(decided.map(({ event_id }) => event_id).toSorted()).toEqual(events.map(({ id }) => id).toSorted());
  const counted = Object.fromEntries(
    [...Map.groupBy(decided, ({ type, status, consumed }) => `${type} ${status} ${consumed}`)].map(([kind, same]) => [
      kind,
      same.length,
    ]),
  );
  expect(counted).toEqual({
    'payment_intent.succeeded applied 1': orders.length,
    'payment_intent.succeeded ignored 1': 19 * orders.length,
    ...(strange > 0 && { 'payment_intent.succeeded parked 0': strange }),
    'customer.updated ignored 0': events.length - strange - 20 * orders.length,
  });
  for (const { orderId, payment } of orders) {
    await until(`${orderId} is confirmed`, async () => (await statusOf(scene, orderId)) === 'confirmed');
    expect(await factsOf(scene, payment.id)).toEqual({ requires_action: 1, captured: 1 });
    expect(new Set(Object.values(await messagesOf(scene, orderId)))).toEqual(new Set([1]));
    await completeAtProvider(scene, payment);
  }
  await expectInvariants(scene, { quietWithinMs: DRAINED_WITHIN_MS });
}

describe('danger: more notices at once than anybody works off at once', () => {
  let scene: Scene;
  afterEach(() => scene.close());

  it('2,000 of them on two instances: every one is kept, and each has its effect once', async () => {
    scene = await Scene.open({ instances: 2 });
    await scene.stock('TEA', 100);
    const burst = await aBurst(scene, { orders: 25, events: 2_000, strange: 100 });
    await send(scene, burst, (n) => n % 2);
    await expectDrained(scene, burst);
  }, 120_000);

  it(
    'one of the two instances is killed in the middle: what it had taken is done by the other, once',
    async () => {
      scene = await Scene.open({ env: { LEASE: '1s' } });
      await scene.stock('TEA', 100);
      const doomed = await scene.launch();
      const burst = await aBurst(scene, { orders: 10, events: 400, strange: 0 });
      const acknowledged: WireEvent[] = [];
      const sending = send(scene, burst, (n) => (n % 2 === 0 && doomed.alive ? doomed : 0), acknowledged);
      await until('half of them are acknowledged', async () => acknowledged.length >= burst.events.length / 2);
      await doomed.kill();
      await sending;
      await expectDrained(scene, burst);
    },
    2 * STARTED_WITHIN_MS,
  );
});
