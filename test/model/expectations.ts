import type { Premises } from './premises.js';
import type { Kept, Outcome, Shop, ShopOrder } from './shop.js';
import type { Sku } from './wish.js';
import type { Response } from 'supertest';

/** Refused because of the key itself: it stands for something else, or its answer is gone. */
export const aboutTheKey = (code: string): Outcome => ({ status: 409, code, makes: false });

/** All were answered with it. */
export function expectStatus(status: number, ...answered: readonly number[]): void {
  expect([...new Set(answered)]).toEqual([status]);
}

/** The final answer says what the model says. */
export function expectOutcome({ status, body }: Response, outcome: Outcome): void {
  const { code } = body as { code?: string };
  expect({ status, code, body }).toEqual({
    status: outcome.status,
    code: outcome.code,
    body: expect.objectContaining(outcome.shows ?? {}) as unknown,
  });
}

/** As `expectOutcome`; and it has the bytes that everybody else has heard. */
export function expectKept(answer: Response, kept: Kept): void {
  expectOutcome(answer, kept.outcome);
  kept.text ??= answer.text;
  expect(answer.text).toBe(kept.text);
  const { order } = kept.outcome;
  if (order) order.id ??= idOf(answer);
}

/** An order shows its id; a payment and a refusal lead to it. */
function idOf({ body }: Response): string {
  const { id, orderId, instance } = body as { id: string; orderId?: string; instance?: string };
  return orderId ?? instance?.split('/').at(-1) ?? id;
}

/** What can be read is what the model says: every order with its payment, and every shelf. */
export async function expectAgreement(shop: Shop, premises: Premises): Promise<void> {
  for (const order of shop.orders) await expectOrder(shop, order, premises);
  for (const sku of Object.keys(shop.shelves) as Sku[])
    if (shop.inTheAir?.order.sku !== sku) await expectShelf(shop, sku, premises);
}

async function expectOrder(shop: Shop, order: ShopOrder, { conversation }: Premises): Promise<void> {
  const { status, body } = await conversation.get(`/api/orders/${order.id}`, order.owner);
  const { status: is, total, failure, paymentId } = body as Record<string, unknown> & { failure?: { code: string } };
  order.paymentId = paymentId as string | undefined;
  const isInTheAir = order === shop.inTheAir?.order;
  if (isInTheAir && (is === 'pending' || is === 'cancelling')) return;
  expect([status, is, total, failure?.code]).toEqual([200, order.status, order.total, order.failure]);
  expect(order.paymentId !== undefined).toBe(order.hasPayment);
  if (order.hasPayment && !isInTheAir) await expectPayment(order, conversation);
}

async function expectPayment(order: ShopOrder, conversation: Premises['conversation']): Promise<void> {
  const { body } = await conversation.get(`/api/payments/${order.paymentId}`, order.owner);
  const { captured, refunded, status } = body as { captured: number; refunded: number; status: string };
  const { captured: taken, refunded: back } = order;
  expect([captured, refunded]).toEqual([taken, back]);
  const isOver = taken > 0 ? [back === 0 ? 'captured' : back < taken ? 'partially_refunded' : 'refunded'] : NOT_TAKEN;
  expect(isOver).toContain(status);
}

const NOT_TAKEN = ['declined', 'cancelled'];

async function expectShelf({ shelves }: Shop, sku: Sku, { conversation, named }: Premises): Promise<void> {
  const { body } = await conversation.get(`/api/inventory/${named(sku)}`, 'operator');
  const { onHand, reserved, unitPrice, version } = body as Record<string, number>;
  const { price, ...shelf } = shelves[sku];
  expect({ onHand, reserved, unitPrice, version }).toEqual({ ...shelf, unitPrice: price, reserved: 0 });
}
