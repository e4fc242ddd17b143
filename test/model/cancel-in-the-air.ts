import { undo } from './decide.js';
import { identityOf } from './deliver.js';
import { expectKept, expectOutcome } from './expectations.js';
import { METHODS } from './payment-methods.js';
import type { Premises } from './premises.js';
import type { Outcome, Shop, ShopOrder } from './shop.js';
import type { Wanted } from './wanted.js';
import type { Wish } from './wish.js';

const CANCELLED: Outcome = { status: 200, shows: { status: 'cancelled' }, makes: true };
const TOO_LATE: Outcome = { status: 409, code: 'not_cancellable', makes: false };
const STOPPED: Outcome = { status: 409, code: 'order_cancelled', makes: true };

/**
 * A cancel while nobody knows yet what becomes of the order. Which of the two was first is the service's to say; what
 * follows from that is not.
 */
export async function cancelInTheAir(
  shop: Shop,
  premises: Premises,
  { wish, wanted, key }: { readonly wish: Wish; readonly wanted: Wanted; readonly key: string },
): Promise<void> {
  const { conversation } = premises;
  const { kept: placed, order, accepted } = shop.inTheAir!;
  const answer = await conversation.final(await conversation.post(wanted, key), wanted, key);
  const placing = await conversation.final(accepted, placed.wanted, placed.key);
  shop.inTheAir = undefined;

  const wasStopped = (placing.body as { code?: string }).code === STOPPED.code;
  if (wasStopped) placed.outcome = { ...STOPPED, order };
  expectKept(placing, placed);
  const wasRefused = !wasStopped && placing.status >= 400;
  const outcome = wasRefused && answer.status === TOO_LATE.status ? TOO_LATE : CANCELLED;
  expectOutcome(answer, outcome);
  shop.keys.set(identityOf(wanted, key), { wish, wanted, key, outcome, text: answer.text, expired: false });
  if (!wasRefused) undo(shop, order);
  if (wasStopped) await askForMoney(order, premises);
}

/** It was stopped before the money was taken or afterwards: nothing of it is kept. */
async function askForMoney(order: ShopOrder, { conversation }: Premises): Promise<void> {
  const { body } = await conversation.get(`/api/orders/${order.id}`, order.owner);
  const { paymentId } = body as { paymentId?: string };
  if (paymentId === undefined) return;
  const payment = await conversation.get(`/api/payments/${paymentId}`, order.owner);
  const { captured, refunded } = payment.body as { captured: number; refunded: number };
  expect(METHODS[order.method].pays ? [0, order.total] : [0]).toContain(captured);
  Object.assign(order, { captured, refunded: captured });
  expect(refunded).toBe(captured);
}
