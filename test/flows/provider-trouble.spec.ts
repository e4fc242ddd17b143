import { expectInvariants } from '../support/invariants.js';
import { REFUNDS } from '../support/provider-control.js';
import { Scene } from '../support/scene.js';

let scene: Scene;
/** What each of the orders below was first answered. */
const accepted = new Map<string, { status: number; body: { id: string; pollUrl: string } }>();

/** Every trouble under a payment method of its own, so that all of them pass at the same time. */
const TROUBLES = {
  'the answer is lost': 'pm_sandbox_drop-after-effect',
  'the answer takes longer than we wait': 'pm_sandbox_delay_1500',
  'the key is in use': 'pm_sandbox_in-use-409',
  'it breaks once after acting': 'pm_sandbox_stored-500_1',
  'it is down twice (503)': 'pm_card_visa',
  'it breaks twice (500)': 'pm_card_mastercard',
  'it is too busy twice (429)': 'pm_card_amex',
} as const;

beforeAll(async () => {
  scene = await Scene.open({ env: { PSP_TIMEOUT: '1s', ORDER_WAIT: '300ms' } });
  await scene.stock('TEA', 100);
  await scene.stock('NONE', 0);
  const failing = (status: number, paymentMethod: string) =>
    scene.arm({ kind: 'fail-before', status }, { method: 'POST', path: '/v1/payment_intents', paymentMethod }, 2);
  await failing(503, 'pm_card_visa');
  await failing(500, 'pm_card_mastercard');
  await failing(429, 'pm_card_amex');
  await Promise.all(
    Object.entries(TROUBLES).map(async ([trouble, paymentMethod]) => {
      accepted.set(trouble, await scene.place({ paymentMethod }, { key: paymentMethod }));
    }),
  );
});
afterAll(() => scene.close());

describe('a provider that does not simply say yes or no', () => {
  it.each([
    ['the answer is lost', 2],
    ['the answer takes longer than we wait', 2],
    ['the key is in use', 2],
    ['it is down twice (503)', 3],
    ['it breaks twice (500)', 3],
    ['it is too busy twice (429)', 3],
  ] as const)('because %s: the same key is sent until the truth is known', async (trouble, attempts) => {
    const first = accepted.get(trouble)!;
    expect(first.status).toBe(202);
    const decided = await scene.decision(first, {}, 20_000);
    expect([decided.status, decided.body.status]).toEqual([201, 'confirmed']);
    const { charges, refunds } = await scene.booksOf(decided.body.id);
    expect(charges).toMatchObject([
      { status: 'succeeded', attempts, idempotencyKey: `${decided.body.sagaId}:payment.capture` },
    ]);
    expect(refunds).toEqual([]);

    const replayed = await scene.place({ paymentMethod: TROUBLES[trouble] }, { key: TROUBLES[trouble] });
    expect([replayed.status, replayed.text]).toEqual([201, decided.text]);
    await expectInvariants(scene);
  });

  it('because it remembers an error: nothing is declined and nothing is charged twice', async () => {
    const { status, body } = accepted.get('it breaks once after acting')!;
    expect(status).toBe(202);
    const [order] = await scene.rows<{ id: string; status: string }>(
      `SELECT o.id, o.status FROM orders.orders o JOIN idempotency.records r USING (saga_id) WHERE r.id = $1`,
      [body.id],
    );
    expect(['pending', 'confirmed']).toContain(order!.status);
    expect((await scene.booksOf(order!.id)).charges).toMatchObject([{ status: 'succeeded', amount: 1000 }]);
    await expectInvariants(scene);
  });
});

describe('a refund whose answer is lost', () => {
  it('is found in the books of the provider and made once', async () => {
    await scene.arm({ kind: 'drop-after-effect' }, REFUNDS);
    const order = { items: [{ sku: 'NONE', quantity: 1 }], paymentMethod: 'pm_card_jcb' };
    const decided = await scene.place(order).set('Prefer', 'wait=20');
    expect([decided.status, decided.body.code]).toEqual([409, 'out_of_stock']);
    const { body: placed } = await scene.get(decided.body.instance);
    const { refunds } = await scene.booksOf(placed.id);
    expect(refunds).toMatchObject([{ amount: 1000, attempts: 1, idempotencyKey: `${placed.sagaId}:payment.refund` }]);
    await expectInvariants(scene);
  });
});
