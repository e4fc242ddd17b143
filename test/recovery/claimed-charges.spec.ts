import { inside } from '../support/inside.js';
import { paidOrder } from '../support/paid-order.js';
import { type KnownPayment, paymentOf } from '../support/provider-events.js';
import { Scene } from '../support/scene.js';
import { LedgerStore } from '#modules/payments/reconcile/ledger.store.js';
import { newId } from '#shared/kernel/ids.js';

let scene: Scene;
let [one, another]: KnownPayment[] = [];
beforeAll(async () => {
  scene = await Scene.open({ inside: true });
  await scene.stock('HUNDRED', 10, 100);
  one = await paymentOf(scene, (await paidOrder(scene)).id);
  another = await paymentOf(scene, (await paidOrder(scene)).id);
});
afterAll(() => scene.close());

describe('a charge of the provider that a reconciliation cannot place by its reference', () => {
  it.each([
    ['only our payment', () => ({ paymentId: one!.id }), () => one!.id],
    ['only its saga', () => ({ sagaId: one!.saga_id }), () => one!.id],
    ['only its order', () => ({ orderId: one!.order_id }), () => one!.id],
    [
      'a payment, and the order of another one',
      () => ({ paymentId: one!.id, orderId: another!.order_id }),
      () => one!.id,
    ],
    [
      'a saga, and the order of another one',
      () => ({ sagaId: another!.saga_id, orderId: one!.order_id }),
      () => another!.id,
    ],
    ['a payment that is none, and an order', () => ({ paymentId: newId(), orderId: one!.order_id }), () => one!.id],
    ['something else altogether', () => ({ paymentId: '7', sagaId: "' OR true", orderId: newId() }), () => undefined],
  ])('names %s', async (_what, references, expected) => {
    const ledger = inside(scene, LedgerStore);
    expect((await ledger.payment('sandbox', 'pi_by_hand', references()))?.id).toBe(expected());
  });

  it('is placed by its reference before anything that it claims', async () => {
    const ledger = inside(scene, LedgerStore);
    const { id, provider_reference: reference } = one!;
    expect((await ledger.payment('sandbox', reference!, { paymentId: another!.id }))?.id).toBe(id);
    expect(await ledger.payment('stripe', 'pi_by_hand', { paymentId: id })).toBeUndefined();
  });
});
