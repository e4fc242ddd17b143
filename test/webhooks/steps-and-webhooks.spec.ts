import { expectInvariants } from '../support/invariants.js';
import { completeAtProvider, factsOf, openOrder, statusOf } from '../support/open-payment.js';
import { decided, deliver, intentEvent } from '../support/provider-events.js';
import { Scene } from '../support/scene.js';

/** Each meets two webhooks: a hundred meetings, enough for every pair of commits to have met in both orders. */
const ORDERS = 50;
/** With three requests each they keep all connections of both instances busy. */
const AT_ONCE = 10;

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open({ instances: 2 });
  await scene.stock('TEA', 2 * ORDERS);
});
afterAll(() => scene.close());

/**
 * One order whose saga takes its steps (saga, payment, stock and order are updated, markers and a ledger line refer to
 * them) while news about it and the wish to cancel it come in on both instances (rows that refer to the order, its
 * payment and its saga are inserted).
 */
async function meet(number: number): Promise<Record<string, string>> {
  const { orderId, payment } = await openOrder(scene);
  await completeAtProvider(scene, payment);
  const paid = intentEvent('succeeded', payment);
  const news = intentEvent('processing', payment);
  const [first, second, cancel] = await Promise.all([
    deliver(scene, paid, { instance: number % 2 }),
    deliver(scene, news, { instance: 1 - (number % 2) }),
    scene.post(`/api/orders/${orderId}/cancel`, {}, { instance: number % 2 }).set('Prefer', 'wait=20'),
  ]);
  expect([first.status, second.status]).toEqual([200, 200]);
  // Cancelled before the money came, after it, or once the order was confirmed: it is always cancelled in the end.
  expect([cancel.status, cancel.body.status]).toEqual([200, 'cancelled']);
  const [paidRow, newsRow] = await Promise.all([decided(scene, paid.id), decided(scene, news.id)]);
  expect(await factsOf(scene, payment.id)).toMatchObject({ captured: 1, refunded: 1 });
  return { order: await statusOf(scene, orderId), paid: paidRow.status, news: newsRow.status };
}

describe('danger: a saga step and a webhook about it lock the same rows the other way round', () => {
  it('B038 a hundred meetings on two instances, ten orders at once: nobody hears of a deadlock, no webhook is lost', async () => {
    const ended: Record<string, string>[] = [];
    for (let begun = 0; begun < ORDERS; begun += AT_ONCE) {
      const numbers = Array.from({ length: AT_ONCE }, (_, n) => begun + n);
      ended.push(...(await Promise.all(numbers.map(meet))));
    }
    expect(ended).toHaveLength(ORDERS);
    // News is either taken, or too late because somebody has asked the provider meanwhile; it is never left over.
    const isSettled = (status: string | undefined): boolean => status === 'applied' || status === 'ignored';
    expect(ended.filter(({ paid, news }) => !isSettled(paid) || !isSettled(news))).toEqual([]);
    expect(ended.filter(({ order }) => order !== 'cancelled')).toEqual([]);
    await expectInvariants(scene);
  }, 120_000);
});
