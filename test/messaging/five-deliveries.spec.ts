import { Scene } from '../support/scene.js';
import { tell } from '../support/inside.js';
import { expectInvariants } from '../support/invariants.js';
import { until } from '../support/until.js';
import { SettlePayment } from '../../src/modules/payments/handlers/settle-payment.handler.js';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open({ instances: 2, inside: true });
  await scene.stock('TEA', 10);
});
afterAll(() => scene.close());

describe('B088 five deliveries, five mails', () => {
  it('one fact told five times at once on two instances moves the order once and is told to consumers once', async () => {
    // The provider has captured, and its answer was lost: until somebody looks, the notice is the first to tell.
    const order = { paymentMethod: 'pm_sandbox_drop-after-effect' };
    const answer = scene
      .place(order)
      .set('Prefer', 'wait=20')
      .then((answered) => answered);
    const payment = await until('nobody knows what became of the payment', async () => {
      const [row] = await scene.rows<{ id: string }>(`SELECT id FROM payments.payments WHERE status = 'unknown'`);
      return row;
    });
    const [charge] = (await scene.ledger()).charges;
    const fact = { kind: 'captured', providerReference: charge!.id } as const;
    const rulings = await Promise.all(
      [0, 1, 0, 1, 0].map((instance) => tell(scene, new SettlePayment(payment.id, fact, 'webhook'), instance)),
    );
    expect(rulings.toSorted()).toEqual(['apply', 'ignore', 'ignore', 'ignore', 'ignore']);
    expect((await answer).status).toBe(201);
    await expectInvariants(scene);

    const lines = await until('the consumer has heard everything', async () => {
      const rows = await scene.rows<{ detail: string }>('SELECT detail FROM orders.timeline ORDER BY at');
      return rows.length >= 2 && rows.map(({ detail }) => detail);
    });
    expect(lines).toEqual([expect.stringMatching(/^The order set out/), 'The order is confirmed.']);
    const [left] = await scene.rows<{ outbox: string; deliveries: string }>(
      'SELECT (SELECT count(*) FROM messaging.outbox) AS outbox, (SELECT count(*) FROM messaging.deliveries) AS deliveries',
    );
    expect(left).toEqual({ outbox: '0', deliveries: '0' });
  });
});
