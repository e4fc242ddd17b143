import {
  FinalizeStock,
  ReleaseStock,
  ReserveStock,
  type StockLine,
} from '../../src/modules/inventory/contract/index.js';
import { tell } from '../support/inside.js';
import { expectInvariants } from '../support/invariants.js';
import { Scene } from '../support/scene.js';
import type { Command } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open({ instances: 2, inside: true });
});
afterAll(() => scene.close());

const line = (sku: string, quantity = 1): StockLine => ({ sku, quantity });

/** What a step of a saga does, without the saga: one command in one unit of work, on either instance. */
const run = (command: Command<void>, instance = 0): Promise<void> => tell(scene, command, instance);

const reservation = async (orderId: string): Promise<string[]> =>
  (
    await scene.rows<{ status: string }>('SELECT status FROM inventory.reservations WHERE order_id = $1', [orderId])
  ).map(({ status }) => status);

async function expectRefundedInFull(problem: { status: number; body: { code: string; instance: string } }) {
  expect([problem.status, problem.body.code]).toEqual([409, 'out_of_stock']);
  const { body: order } = await scene.get(problem.body.instance);
  expect(order.status).toBe('cancelled');
  const { charges, refunds } = await scene.booksOf(order.id);
  expect(charges).toHaveLength(1);
  expect(refunds).toMatchObject([{ amount: charges[0]!.amount, attempts: 1 }]);
  expect(await reservation(order.id)).toEqual([]);
}

describe('orders that want more than there is', () => {
  it('B120 twenty buyers of the last unit over two instances: one gets it, nineteen get their money back', async () => {
    await scene.stock('LAST', 1);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => scene.place({ items: [line('LAST')] }, { instance: n % 2 })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const answer of answers) if (answer.status !== 201) await expectRefundedInFull(answer);
    expect(await scene.shelf('LAST')).toMatchObject({ onHand: 0, reserved: 0 });
    await expectInvariants(scene);
  });

  it('B124 five of three: nothing is sold, nothing is held, all money goes back', async () => {
    await scene.stock('THREE', 3);
    await expectRefundedInFull(await scene.place({ items: [line('THREE', 5)] }));
    expect(await scene.shelf('THREE')).toMatchObject({ onHand: 3, reserved: 0 });
    await expectInvariants(scene);
  });

  it('B124 one of several SKUs is short: none of them is sold or held', async () => {
    for (const sku of ['ENOUGH-A', 'SHORT', 'ENOUGH-B']) await scene.stock(sku, sku === 'SHORT' ? 1 : 10);
    const refused = await scene.place({ items: [line('ENOUGH-A', 2), line('SHORT', 2), line('ENOUGH-B')] });
    await expectRefundedInFull(refused);
    expect(refused.body.detail).toContain('SHORT');
    expect(refused.body.detail).not.toContain('ENOUGH');
    for (const sku of ['ENOUGH-A', 'ENOUGH-B'])
      expect(await scene.shelf(sku)).toMatchObject({ onHand: 10, reserved: 0 });
    await expectInvariants(scene);
  });

  it('B127 a failed attempt holds nothing back: the next one gets the last unit at once', async () => {
    // Reserving and confirming are one commit, so an attempt can only fail with the reservation, not after it.
    await scene.stock('WANTED', 1);
    await scene.stock('GONE', 0);
    await expectRefundedInFull(await scene.place({ items: [line('WANTED'), line('GONE')] }));
    const second = await scene.place({ items: [line('WANTED')] }, { instance: 1 });
    expect([second.status, second.body.status]).toEqual([201, 'confirmed']);
    expect(await scene.shelf('WANTED')).toMatchObject({ onHand: 0, reserved: 0 });
    await expectInvariants(scene);
  });
});

describe('stock that goes and comes back', () => {
  it('B125 confirmed orders cancelled by two keys, each sent three times: the stock is what it was, one refund each', async () => {
    await scene.stock('RETURNED', 10);
    const placed = await Promise.all([1, 2, 3].map(() => scene.place({ items: [line('RETURNED', 2)] })));
    expect(await scene.shelf('RETURNED')).toMatchObject({ onHand: 4, reserved: 0 });
    for (const { body: order } of placed) {
      const cancels = [0, 1, 2, 3, 4, 5].map((n) =>
        scene.post(`/api/orders/${order.id}/cancel`, {}, { key: `b125-${order.id}-${n % 2}`, instance: n % 2 }),
      );
      const codes = (await Promise.all(cancels)).map(({ status, body }) => body.code ?? status);
      expect(codes).toContain(200);
      expect(codes.filter((code) => ![200, 202, 'not_cancellable'].includes(code))).toEqual([]);
    }
    await expectInvariants(scene);
    expect(await scene.shelf('RETURNED')).toMatchObject({ onHand: 10, reserved: 0 });
    for (const { body: order } of placed) {
      expect((await scene.get(`/api/orders/${order.id}`)).body.status).toBe('cancelled');
      expect((await scene.booksOf(order.id)).refunds).toMatchObject([{ amount: 2000, attempts: 1 }]);
      expect(await reservation(order.id)).toEqual(['returned']);
    }
  });

  it('B127 a buyer who cancels while he pays does not keep the last unit from himself', async () => {
    await scene.stock('RETRIED', 1);
    await scene.arm({ kind: 'delay', ms: 3_000 });
    const wanted = { items: [line('RETRIED')] };
    const first = await scene.place(wanted, { key: 'b127-first' }).set('Prefer', 'respond-async');
    const [order] = await scene.rows<{ id: string }>(
      'SELECT id FROM orders.orders WHERE saga_id = (SELECT saga_id FROM idempotency.records WHERE id = $1)',
      [first.body.id],
    );
    await scene.post(`/api/orders/${order!.id}/cancel`, {}).set('Prefer', 'respond-async');
    const decided = await scene.decision(first);
    expect([decided.status, decided.body.code]).toEqual([409, 'order_cancelled']);
    const second = await scene.place(wanted, { key: 'b127-second', instance: 1 });
    expect([second.status, second.body.status]).toEqual([201, 'confirmed']);
    expect(await scene.shelf('RETRIED')).toMatchObject({ onHand: 0, reserved: 0 });
    await expectInvariants(scene);
  });
});

describe('the counts of a SKU', () => {
  it('B122 two hundred mixed reservations and releases at once: the counter is the sum of the rows', async () => {
    await scene.stock('MIXED', 40);
    const orders = Array.from({ length: 100 }, () => randomUUID());
    await Promise.all(
      orders.flatMap((orderId, n) => [
        run(new ReserveStock('alice', orderId, [line('MIXED', 1 + (n % 3))]), n % 2),
        run(new ReleaseStock('alice', orderId), (n + 1) % 2),
      ]),
    );
    const [held] = await scene.rows<{ sum: number }>(
      `SELECT coalesce(sum(quantity), 0)::int AS sum FROM inventory.reservations WHERE sku = 'MIXED' AND status = 'active'`,
    );
    expect(await scene.shelf('MIXED')).toMatchObject({ onHand: 40, reserved: held!.sum, available: 40 - held!.sum });
    await Promise.all(orders.map((orderId) => run(new ReleaseStock('alice', orderId))));
    expect(await scene.shelf('MIXED')).toMatchObject({ onHand: 40, reserved: 0 });
    await expectInvariants(scene);
  });

  it('B123 a release repeated five times at once, and one of nothing: given back once', async () => {
    await scene.stock('HELD', 10);
    const [mine, theirs] = [randomUUID(), randomUUID()];
    await run(new ReserveStock('alice', mine, [line('HELD', 3)]));
    await run(new ReserveStock('alice', theirs, [line('HELD', 4)]));
    await Promise.all(Array.from({ length: 5 }, (_, n) => run(new ReleaseStock('alice', mine), n % 2)));
    await run(new ReleaseStock('alice', randomUUID()));
    expect(await scene.shelf('HELD')).toMatchObject({ onHand: 10, reserved: 4, available: 6 });
    expect([await reservation(mine), await reservation(theirs)]).toEqual([['released'], ['active']]);
    await expectInvariants(scene);
  });

  it('B123 a reservation repeated five times at once holds once', async () => {
    await scene.stock('AGAIN', 10);
    const orderId = randomUUID();
    const reserve = (_: unknown, n: number) => run(new ReserveStock('alice', orderId, [line('AGAIN', 3)]), n % 2);
    await Promise.all(Array.from({ length: 5 }, reserve));
    expect(await scene.shelf('AGAIN')).toMatchObject({ onHand: 10, reserved: 3 });
    await expectInvariants(scene);
  });

  it('B125 sold stock that comes back five times at once: exactly what it was at the start', async () => {
    await scene.stock('SOLD', 10);
    const orderId = randomUUID();
    await run(new ReserveStock('alice', orderId, [line('SOLD', 2)]));
    await Promise.all([0, 1].map((instance) => run(new FinalizeStock(orderId), instance)));
    expect(await scene.shelf('SOLD')).toMatchObject({ onHand: 8, reserved: 0 });
    await Promise.all(Array.from({ length: 5 }, (_, n) => run(new ReleaseStock('alice', orderId), n % 2)));
    expect(await scene.shelf('SOLD')).toMatchObject({ onHand: 10, reserved: 0 });
    expect(await reservation(orderId)).toEqual(['returned']);
    await expectInvariants(scene);
  });
});
