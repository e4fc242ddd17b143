import { untilQuiet } from '../support/invariants.js';
import { paidOrder, refund, type PaidOrder } from '../support/paid-order.js';
import type { Scene } from '../support/scene.js';

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
  await untilQuiet(scene);
  const declined = (refused.body as { instance: string }).instance.split('/').at(-1)!;
  return { kept, refunded, cancelled, declined };
}
