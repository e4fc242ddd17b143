import { untilQuiet } from '../support/invariants.js';
import { paidOrder, refund, seenPayment, type PaidOrder } from '../support/paid-order.js';
import { told, wireEvent } from '../support/provider-events.js';
import { madeAtProvider } from '../support/refund-at-provider.js';
import type { Scene } from '../support/scene.js';
import { until } from '../support/until.js';

export interface BusyDay {
  readonly kept: PaidOrder;
  readonly refunded: PaidOrder;
  readonly cancelled: PaidOrder;
  readonly declined: string;
}

const items = [{ sku: 'HUNDRED', quantity: 1 }];

/** Everything that an order can lawfully come to, made by the real service, at rest. */
export async function busyDay(scene: Scene): Promise<BusyDay> {
  await scene.stock('HUNDRED', 100, 100);
  await scene.stock('RARE', 1, 100);
  const [kept, refunded, cancelled] = [await paidOrder(scene), await paidOrder(scene), await paidOrder(scene)];
  await refund(scene, refunded, { amount: 40 });
  await scene.post(`/api/orders/${cancelled.id}/cancel`, {}).set('Prefer', 'wait=20');
  const refused = await scene.place({ items, paymentMethod: 'pm_card_chargeDeclined' });
  await scene.place({ items: [{ sku: 'RARE', quantity: 2 }] });
  await scene.place({ items, confirm: false });
  const { body: draft } = await scene.place({ items, confirm: false });
  await scene.post('/api/payments', { orderId: draft.id, paymentMethod: 'pm_card_visa' });
  const { body: dropped } = await scene.place({ items, confirm: false });
  await scene.post(`/api/orders/${dropped.id}/cancel`, {});
  await scene.post('/api/inventory/HUNDRED/adjustments', { delta: 5, reason: 'found' }, { as: 'operator' });
  await scene.place({ items }, { as: 'bob' });
  await paidOrder(scene, { items: [{ sku: 'HUNDRED', quantity: 2 }] });
  await troubles(scene);
  await untilQuiet(scene);
  const declined = (refused.body as { instance: string }).instance.split('/').at(-1)!;
  return { kept, refunded, cancelled, declined };
}

/** What does not go straight on, and is in order all the same. */
async function troubles(scene: Scene): Promise<void> {
  await scene.stock('GIFT', 5, 0);
  await scene.place({ items: [{ sku: 'GIFT', quantity: 1 }] });
  await scene.place({ items, paymentMethod: 'pm_sandbox_drop-after-effect' });
  await scene.place({ items, paymentMethod: 'pm_sandbox_webhook-twice' });
  await scene.place({ items, paymentMethod: 'pm_card_createDispute' });
  await told(scene, wireEvent('customer.created', { id: 'cus_1', object: 'customer' }));
  const given = await paidOrder(scene);
  await madeAtProvider(scene, given, 30);
  await until('the refund made there is known', async () => (await seenPayment(scene, given)).refunded === 30);
  await scene.post(`/api/orders/${given.id}/cancel`, {}).set('Prefer', 'wait=20');
  const slow = await scene.place({ items, paymentMethod: 'pm_sandbox_delay_700' }).set('Prefer', 'respond-async');
  const [newest] = (await scene.get('/api/orders?limit=1')).body.items as { id: string }[];
  await scene.post(`/api/orders/${newest!.id}/cancel`, {}).set('Prefer', 'wait=20');
  await scene.decision(slow);
}
