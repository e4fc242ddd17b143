import { holdLock } from '../support/held-lock.js';
import { expectInvariants } from '../support/invariants.js';
import { orderOf, placeAndLeave, type LeftOrder } from '../support/left-order.js';
import { CAPTURES, REFUNDS } from '../support/provider-control.js';
import { Scene, type RequestOptions } from '../support/scene.js';
import { sent } from '../support/sent.js';
import { until } from '../support/until.js';
import type { Response } from 'supertest';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open();
  for (const [sku, onHand] of Object.entries({ TEA: 100, HELD: 10, PAIR: 10, FREE: 10, NONE: 0 }))
    await scene.stock(sku, onHand, sku === 'FREE' ? 0 : 1000);
});
afterAll(() => scene.close());
afterEach(() => expectInvariants(scene));

const cancel = (id: string, options: RequestOptions = {}): Promise<Response> =>
  sent(scene.post(`/api/orders/${id}/cancel`, { reason: 'changed my mind' }, options).set('Prefer', 'wait=20'));

const placed = async (key: string): Promise<Response> => {
  const [record] = await scene.rows<{ id: string }>('SELECT id FROM idempotency.records WHERE key = $1', [key]);
  return scene.decision({ body: { pollUrl: `/api/idempotency/${record!.id}` } });
};

const statusOf = async ({ id }: { id: string }): Promise<string> => (await scene.get(`/api/orders/${id}`)).body.status;

/** What both callers are told about an order that was cancelled before it could be confirmed, and what is left of it. */
async function expectUndone(order: LeftOrder, key: string, cancelled: Response, charges: number): Promise<void> {
  expect([cancelled.status, cancelled.body]).toMatchObject([
    200,
    { id: order.id, status: 'cancelled', failure: { code: 'order_cancelled', detail: 'changed my mind' } },
  ]);
  const answer = await placed(key);
  expect([answer.status, answer.body]).toMatchObject([409, { code: 'order_cancelled', retry: 'new-key' }]);
  const books = await scene.booksOf(order.id);
  expect([books.charges.length, books.refunds.length]).toEqual([charges, charges]);
}

describe('cancelling an order', () => {
  it('that is a draft: at once, without a saga, and its maker still reads the draft he made', async () => {
    const draft = await scene.place({ confirm: false }, { key: 'draft' });
    const cancelled = await cancel(draft.body.id);
    expect([cancelled.status, cancelled.body.status, cancelled.body.sagaId]).toEqual([200, 'cancelled', undefined]);
    const { body, headers } = await scene.get(`/api/orders/${draft.body.id}`);
    expect([cancelled.body, cancelled.headers['etag']]).toEqual([body, headers['etag']]);
    expect(await scene.booksOf(draft.body.id)).toEqual({ charges: [], refunds: [] });
    const replayed = await scene.place({ confirm: false }, { key: 'draft' });
    expect([replayed.status, replayed.text]).toEqual([201, draft.text]);
    const confirmed = await scene.post(`/api/orders/${draft.body.id}/confirm`, { amount: 1000 });
    expect([confirmed.status, confirmed.body.code]).toEqual([409, 'order_not_draft']);
  });

  it('whose capture runs: the outcome is awaited, then undone', async () => {
    const order = await placeAndLeave(scene, 'capturing', { paymentMethod: 'pm_sandbox_delay_3000' });
    const waiting = cancel(order.id);
    await until('it is being cancelled', async () => (await statusOf(order)) === 'cancelling');
    expect((await scene.booksOf(order.id)).refunds).toEqual([]);
    await expectUndone(order, 'capturing', await waiting, 1);
  });

  it('whose capture is refused meanwhile: the bank gives the reason, and nothing is given back', async () => {
    await scene.arm({ kind: 'delay', ms: 3_000 }, { ...CAPTURES, paymentMethod: 'pm_card_chargeDeclined' });
    const order = await placeAndLeave(scene, 'refused', { paymentMethod: 'pm_card_chargeDeclined' });
    const cancelled = await cancel(order.id);
    expect([cancelled.status, cancelled.body.failure.code]).toEqual([200, 'payment_declined']);
    const answer = await placed('refused');
    expect([answer.status, answer.body.code]).toEqual([402, 'payment_declined']);
    expect((await scene.booksOf(order.id)).refunds).toEqual([]);
  });

  it('that is captured and about to hold its stock (captured, reserved and confirmed are one commit): one of both wins whole', async () => {
    const shelf = await holdLock(scene, `SELECT FROM inventory.stock WHERE sku = 'HELD' FOR UPDATE`);
    const order = await placeAndLeave(scene, 'held', { items: [{ sku: 'HELD', quantity: 2 }] });
    await shelf.untilWaiting(1);
    const waiting = cancel(order.id);
    await shelf.untilWaiting(2);
    await shelf.release();
    const cancelled = await waiting;
    expect([cancelled.status, cancelled.body.status]).toEqual([200, 'cancelled']);
    const answer = await placed('held');
    expect([201, 409]).toContain(answer.status);
    const { charges, refunds } = await scene.booksOf(order.id);
    expect([charges.length, refunds.length]).toEqual([1, 1]);
    expect(await scene.shelf('HELD')).toMatchObject({ onHand: 10, reserved: 0 });
  });

  it('B125 that is confirmed, by five keys at once: one refund, and the stock is exactly what it was', async () => {
    const { body: order } = await scene.place({ items: [{ sku: 'PAIR', quantity: 2 }] });
    await scene.arm({ kind: 'delay', ms: 3_000 }, REFUNDS);
    const cancelled = await Promise.all(Array.from({ length: 5 }, () => cancel(order.id)));
    expect(cancelled.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(cancelled.map(({ text }) => text)).size).toBe(1);
    expect(cancelled[0]!.body).toMatchObject({ status: 'cancelled', failure: { detail: 'changed my mind' } });
    expect((await scene.booksOf(order.id)).refunds).toMatchObject([{ amount: 2000, attempts: 1 }]);
    expect(await scene.shelf('PAIR')).toMatchObject({ onHand: 10, reserved: 0 });

    const again = await cancel(order.id, { key: 'once-more' });
    expect([again.status, again.body]).toMatchObject([409, { code: 'not_cancellable', retry: 'never' }]);
    const replayed = await cancel(order.id, { key: 'once-more' });
    expect([replayed.status, replayed.text, replayed.headers['idempotent-replayed']]).toEqual([
      409,
      again.text,
      'true',
    ]);
    expect(await scene.shelf('PAIR')).toMatchObject({ onHand: 10, reserved: 0 });
  });

  it('that cost nothing: its stock comes back, and no money is looked for', async () => {
    const { body: order } = await scene.place({ items: [{ sku: 'FREE', quantity: 3 }] });
    expect(await scene.shelf('FREE')).toMatchObject({ onHand: 7 });
    const cancelled = await cancel(order.id);
    expect([cancelled.status, cancelled.body.status]).toEqual([200, 'cancelled']);
    expect(await scene.shelf('FREE')).toMatchObject({ onHand: 10, reserved: 0 });
    expect(await scene.booksOf(order.id)).toEqual({ charges: [], refunds: [] });
  });

  it('that is being undone already: it joins, and the first reason stays', async () => {
    await scene.arm({ kind: 'delay', ms: 1_000 }, REFUNDS);
    const order = await placeAndLeave(scene, 'undone', { items: [{ sku: 'NONE', quantity: 1 }] });
    await scene.untilProviderIsReached();
    const cancelled = await cancel(order.id);
    expect([cancelled.status, cancelled.body]).toMatchObject([
      200,
      { status: 'cancelled', failure: { code: 'out_of_stock' } },
    ]);
    const answer = await placed('undone');
    expect([answer.status, answer.body.code]).toEqual([409, 'out_of_stock']);
    expect((await scene.booksOf(order.id)).refunds).toMatchObject([{ attempts: 1 }]);
  });

  it('that was declined: too late, and said so', async () => {
    const { body } = await scene.place({ paymentMethod: 'pm_card_chargeDeclined' }, { key: 'declined' });
    expect(body.code).toBe('payment_declined');
    const { id } = await orderOf(scene, 'declined');
    const cancelled = await cancel(id);
    expect([cancelled.status, cancelled.body]).toMatchObject([
      409,
      { code: 'not_cancellable', instance: `/api/orders/${id}` },
    ]);
  });
});

describe('before anything was asked of the provider', () => {
  it('a cancel is accepted by an instance that does no work, and carried out by the next one that does', async () => {
    const door = await Scene.open({ env: { ROLE: 'api' } });
    try {
      await door.stock('TEA', 1);
      const order = await placeAndLeave(door, 'early', {});
      const accepted = await door.post(`/api/orders/${order.id}/cancel`, {}).set('Prefer', 'respond-async');
      expect([accepted.status, accepted.body.status]).toEqual([202, 'processing']);
      expect((await door.get(`/api/orders/${order.id}`)).body.status).toBe('cancelling');
      await door.join({ ROLE: 'all' });
      const cancelled = await door.decision(accepted);
      expect([cancelled.status, cancelled.body.failure.code]).toEqual([200, 'order_cancelled']);
      const answer = await door.place({}, { key: 'early' });
      expect([answer.status, answer.body.code]).toEqual([409, 'order_cancelled']);
      expect(await door.shelf('TEA')).toMatchObject({ onHand: 1, reserved: 0 });
      await expectInvariants(door);
    } finally {
      await door.close();
    }
  });
});

describe('who may cancel what', () => {
  it('an order of another tenant looks as if it did not exist, and stays as it is', async () => {
    const { body: order } = await scene.place();
    const foreign = await cancel(order.id, { as: 'bob' });
    const nobodys = await cancel('019a7c1e-58f0-7c3a-9a55-0d5f3f6c1b2e', { as: 'bob' });
    expect([foreign.status, nobodys.status]).toEqual([404, 404]);
    expect(foreign.body.title).toBe(nobodys.body.title);
    expect(Object.keys(foreign.body)).toEqual(Object.keys(nobodys.body));
    expect(await statusOf(order)).toBe('confirmed');
  });

  it.each(['not-an-id', '%00', "' OR 1=1"])('there is no order called %s', async (id) => {
    const answer = await cancel(encodeURIComponent(id).replaceAll('%25', '%'));
    expect([400, 404]).toContain(answer.status);
  });

  it('an operator cancels by other means', async () => {
    const { body: order } = await scene.place();
    expect((await cancel(order.id, { as: 'operator' })).status).toBe(403);
    expect(await statusOf(order)).toBe('confirmed');
  });

  it('the same cancel again is the same answer; another reason under its key is another request', async () => {
    const { body: order } = await scene.place();
    const first = await cancel(order.id, { key: 'cancel' });
    const second = await cancel(order.id, { key: 'cancel' });
    expect([second.status, second.text, second.headers['idempotent-replayed']]).toEqual([200, first.text, 'true']);
    expect(second.headers['etag']).toBe(first.headers['etag']);
    const other = await scene.post(`/api/orders/${order.id}/cancel`, { reason: 'something else' }, { key: 'cancel' });
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_key_reused']);
    expect((await scene.booksOf(order.id)).refunds).toHaveLength(1);
  });

  it('a cancel needs no body', async () => {
    const { body: order } = await scene.place({ confirm: false });
    const cancelled = await scene.post(`/api/orders/${order.id}/cancel`, undefined);
    expect([cancelled.status, cancelled.body.status]).toEqual([200, 'cancelled']);
  });
});
