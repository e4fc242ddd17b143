import { expectInvariants } from '../support/invariants.js';
import { factsOf, messagesOf } from '../support/open-payment.js';
import { paymentOf } from '../support/provider-events.js';
import { Scene } from '../support/scene.js';
import { stoppedDuplicates } from '#shared/observability/stopped-duplicates.js';

/** 100 rounds, 20 at a time: enough for every order of the two to happen, and over within half a minute. */
const ROUNDS = 100;
const AT_ONCE = 20;
const MOST_DELAY_MS = 50;

/** The provider tells before it answers, twice, in reverse, late, or simply at the same time. */
const MANNERS = [
  'pm_sandbox_webhook-first',
  'pm_card_visa',
  'pm_sandbox_webhook-twice',
  'pm_sandbox_webhook-reordered',
  'pm_sandbox_webhook-late_20',
];

describe('B083 the provider’s answer and its webhook race', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await Scene.open({ instances: 2, webhooks: true, inside: true });
    scene.webhooks!.delayBy(() => Math.random() * MOST_DELAY_MS);
    await scene.stock('TEA', ROUNDS + 10);
  });
  afterAll(() => scene.close());

  it('100 rounds: one payment, one capture, one reservation, one confirmation each', async () => {
    const orders: string[] = [];
    for (let round = 0; round < ROUNDS; round += AT_ONCE) {
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, n) =>
          scene.place({ paymentMethod: MANNERS[n % MANNERS.length] }, { instance: n % 2 }).set('Prefer', 'wait=20'),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: AT_ONCE }, () => 201));
      orders.push(...answers.map(({ body }) => (body as { id: string }).id));
    }
    await expectInvariants(scene);

    const { charges } = await scene.ledger();
    const stepsOf = (orderId: string): Promise<object[]> =>
      scene.rows(
        `SELECT s.name, s.status FROM saga.steps s JOIN saga.sagas g ON g.id = s.saga_id
         WHERE g.correlation_id = $1 ORDER BY s.position`,
        [orderId],
      );
    for (const orderId of orders) {
      const payment = await paymentOf(scene, orderId);
      expect(await factsOf(scene, payment.id)).toMatchObject({ captured: 1 });
      expect(await stepsOf(orderId)).toEqual([
        { name: 'payment.capture', status: 'done' },
        { name: 'inventory.reserve', status: 'done' },
        { name: 'order.confirm', status: 'done' },
      ]);
      expect(await messagesOf(scene, orderId)).toMatchObject({
        'payments.payment-captured': 1,
        'orders.order-confirmed': 1,
      });
      expect(charges.filter(({ metadata }) => metadata['orderId'] === orderId)).toHaveLength(1);
    }
    const open = await scene.rows(`SELECT * FROM messaging.inbox WHERE status NOT IN ('applied', 'ignored')`);
    expect(open).toEqual([]);
    // Each order was told of at least twice, and only one of them could be first.
    expect(stoppedDuplicates().step).toBeGreaterThanOrEqual(ROUNDS);
  }, 120_000);
});

describe('B078 no webhook ever comes', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await Scene.open({ webhooks: true, inside: true });
    await scene.stock('TEA', 10);
  });
  afterAll(() => scene.close());

  it('an order whose answer came needs none', async () => {
    expect((await scene.place({ paymentMethod: 'pm_sandbox_webhook-never' })).status).toBe(201);
    await expectInvariants(scene);
  });

  it('one that was still being decided is looked up', async () => {
    await scene.arm({ kind: 'webhook-never' });
    scene.webhooks!.handTo([]);
    const answer = await scene
      .place({ paymentMethod: 'pm_sandbox_async-outcome_succeeded_300' })
      .set('Prefer', 'wait=20');
    expect(answer.status).toBe(201);
    expect(await scene.rows('SELECT 1 FROM messaging.inbox')).toEqual([]);
    await expectInvariants(scene);
  });
});
