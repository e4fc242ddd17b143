import { expectInvariants } from '../support/invariants.js';
import { completeAtProvider, factsOf, openOrder, statusOf } from '../support/open-payment.js';
import { deliver, intentEvent, refundEvent, type WireEvent, wireEvent } from '../support/provider-events.js';
import { Scene } from '../support/scene.js';
import { until } from '../support/until.js';

const NEWS = ['created', 'processing', 'succeeded', 'payment_failed', 'refunded'] as const;

const permutations = <T>(items: readonly T[]): T[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));

describe('B090 older news after newer', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await Scene.open({ instances: 2, webhooks: false });
    await scene.stock('TEA', 200);
  });
  afterAll(() => scene.close());

  it('all 120 orders of created, processing, succeeded, failed and refunded end the same', async () => {
    const orders = permutations(NEWS);
    const ended = await inBatches(orders, 12, async (order, n) => {
      const { orderId, payment } = await openOrder(scene);
      await completeAtProvider(scene, payment);
      const created = Math.floor(Date.now() / 1000);
      const events: Record<(typeof NEWS)[number], WireEvent> = {
        created: wireEvent('payment_intent.created', { id: payment.provider_reference, object: 'payment_intent' }),
        processing: intentEvent('processing', payment),
        succeeded: intentEvent('succeeded', payment),
        payment_failed: intentEvent('payment_failed', payment),
        refunded: refundEvent('created', payment, { amount: 400 }),
      };
      for (const what of order) {
        const { status } = await deliver(scene, { ...events[what], created }, { instance: n % 2 });
        expect(status).toBe(200);
      }
      return { orderId, payment };
    });
    await until(
      'every message is decided and every payment is partly refunded',
      async () => {
        const [row] = await scene.rows<{ open: string }>(
          `SELECT (SELECT count(*) FROM messaging.inbox WHERE status IN ('received', 'parked'))
             + (SELECT count(*) FROM payments.payments WHERE status <> 'partially_refunded') AS open`,
        );
        return Number(row?.open) === 0;
      },
      25_000,
    );
    const quarantined = await scene.rows(`SELECT type, detail FROM messaging.inbox WHERE status = 'quarantined'`);
    expect(quarantined).toEqual([]);
    for (const { orderId, payment } of ended) {
      expect(await statusOf(scene, orderId)).toBe('confirmed');
      const [row] = await scene.rows('SELECT status, captured, refunded FROM payments.payments WHERE id = $1', [
        payment.id,
      ]);
      expect(row).toEqual({ status: 'partially_refunded', captured: '1000', refunded: '400' });
      const facts = await factsOf(scene, payment.id);
      expect(facts).toMatchObject({ captured: 1, refunded: 1 });
      expect(facts['declined']).toBeUndefined();
    }
    await expectInvariants(scene);
  }, 90_000);
});

/** A few at a time: each of them is an order with a provider call. */
async function inBatches<T, R>(
  items: readonly T[],
  size: number,
  work: (item: T, n: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < items.length; from += size) {
    const batch = items.slice(from, from + size);
    results.push(...(await Promise.all(batch.map((item, index) => work(item, from + index)))));
  }
  return results;
}
