import { inside } from '../support/inside.js';
import { expectInvariants } from '../support/invariants.js';
import { paidOrder, refund } from '../support/paid-order.js';
import { Scene } from '../support/scene.js';
import { until } from '../support/until.js';
import { Reconciliation } from '#modules/payments/reconcile/reconciliation.js';

/** One that stays as it is, one that is refunded and one that is cancelled. */
const ORDERS_AT_ONCE = 3;
/** Not every look falls into such a moment. */
const ROUNDS = 8;
const HOUR_MS = 3_600_000;

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open({ instances: 2, inside: true, webhooks: true });
  await scene.stock('HUNDRED', 500, 100);
});
afterAll(() => scene.close());

describe('danger: a reconciliation takes what is just happening for a difference', () => {
  it('orders are placed, refunded and cancelled while it runs, again and again: nothing is open', async () => {
    const closing = new AbortController();
    let placed = 0;
    const shop = async (n: number): Promise<void> => {
      while (!closing.signal.aborted) {
        const order = await paidOrder(scene);
        placed++;
        if (n % 3 === 1) await refund(scene, order, { amount: 40 }, { instance: 1 });
        if (n % 3 === 2) await scene.post(`/api/orders/${order.id}/cancel`, {}).set('Prefer', 'wait=20');
      }
    };
    const shops = Promise.all(Array.from({ length: ORDERS_AT_ONCE }, (_, n) => shop(n)));
    const reports = [];
    try {
      for (let round = 1; round <= ROUNDS; round++) {
        await until('more orders are placed', async () => placed > round * ORDERS_AT_ONCE);
        reports.push(await inside(scene, Reconciliation).run(HOUR_MS, () => undefined));
      }
    } finally {
      closing.abort();
      await shops;
    }
    expect(reports.at(-1)!.payments.agree).toBeGreaterThan(ORDERS_AT_ONCE);
    for (const { payments, refunds, open } of reports)
      expect({ open, payments: { ...payments, agree: 0 }, refunds: { ...refunds, agree: 0 } }).toEqual({
        open: 0,
        payments: { agree: 0, foreign: 0, onlyThere: [], onlyHere: [], differ: [] },
        refunds: { agree: 0, foreign: 0, onlyThere: [], onlyHere: [], differ: [] },
      });
    await expectInvariants(scene);
  });
});
