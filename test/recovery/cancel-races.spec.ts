import { holdLock } from '../support/held-lock.js';
import { inside, inUnit } from '../support/inside.js';
import { expectInvariants } from '../support/invariants.js';
import { orderOf, placeAndLeave, type LeftOrder } from '../support/left-order.js';
import { REFUNDS } from '../support/provider-control.js';
import { postAndLeave } from '../support/raw-post.js';
import { Scene } from '../support/scene.js';
import { sent } from '../support/sent.js';
import { until } from '../support/until.js';
import { SagaDeadlines } from '#shared/saga/saga-deadlines.js';
import { setTimeout as pause } from 'node:timers/promises';
import type { Response } from 'supertest';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open({ instances: 2, inside: true });
  for (const [sku, onHand] of Object.entries({ TEA: 100, NONE: 0, LAST: 1, STOP: 1 })) await scene.stock(sku, onHand);
});
afterAll(() => scene.close());
afterEach(() => expectInvariants(scene));

const cancel = (id: string, instance = 0): Promise<Response> =>
  sent(scene.post(`/api/orders/${id}/cancel`, {}, { instance }).set('Prefer', 'wait=25'));

/** Events of one name about one order: what consumers will be told. */
const told = async ({ id }: LeftOrder, name: string): Promise<number> =>
  (await scene.rows('SELECT 1 FROM public.said WHERE aggregate_id = $1 AND name = $2', [id, name])).length;

describe('a cancel and the success of the same order at the same moment', () => {
  const ROUNDS = 30;
  /** A few at a time, so that on a busy machine too it is the race that decides and not the queue for a connection. */
  const AT_ONCE = 6;
  /** Thirty orders and thirty cancels on a machine that does something else as well. */
  const WITHIN_MS = 90_000;

  const race = async (round: number): Promise<string> => {
    const key = `race-${round}`;
    const wanted = { paymentMethod: 'pm_sandbox_delay_40' };
    const order = await placeAndLeave(scene, key, wanted);
    // Spread around the moment at which the capture comes back.
    await pause((round % 10) * 15);
    const cancelled = await cancel(order.id, round % 2);
    const placed = await scene.place(wanted, { key, instance: (round + 1) % 2 }).set('Prefer', 'wait=20');
    return [cancelled.status, cancelled.body.status, placed.status, placed.body.code ?? placed.body.status].join();
  };

  it(
    'thirty times, on two instances: the cancel always has the last word, and nobody is told two things',
    async () => {
      const outcomes: string[] = [];
      for (let round = 0; round < ROUNDS; round += AT_ONCE) {
        const rounds = Array.from({ length: AT_ONCE }, (_, n) => race(round + n));
        outcomes.push(...(await Promise.all(rounds)));
      }
      const possible = ['200,cancelled,201,confirmed', '200,cancelled,409,order_cancelled'];
      expect(outcomes.filter((outcome) => !possible.includes(outcome))).toEqual([]);
      const { charges, refunds } = await scene.ledger();
      expect([charges.length, refunds.length]).toEqual([ROUNDS, ROUNDS]);
      expect(await scene.shelf('TEA')).toMatchObject({ onHand: 100, reserved: 0 });
    },
    WITHIN_MS,
  );
});

describe('two triggers start the same undoing', () => {
  it('B080 a failure in-band, the deadline and a cancel at the same moment: turned back once, refunded once', async () => {
    await scene.arm({ kind: 'delay', ms: 1_000 });
    // The cancel decides again after it has lost; the order is still being undone then.
    await scene.arm({ kind: 'delay', ms: 1_500 }, REFUNDS);
    const order = await placeAndLeave(scene, 'b080', { items: [{ sku: 'NONE', quantity: 1 }] });
    const saga = await holdLock(scene, 'SELECT FROM saga.sagas WHERE id = $1 FOR UPDATE', [order.sagaId]);
    const late = { definition: 'place-order', correlationId: order.id };
    const deadlines = [0, 1].map((instance) =>
      inUnit(scene, () => inside(scene, SagaDeadlines, instance).mend(late), instance),
    );
    const cancelling = cancel(order.id);
    // The answer of the provider, the cancel and two scanners.
    await saga.untilWaiting(4);
    await saga.release();
    const [cancelled] = await Promise.all([cancelling, ...deadlines]);
    expect([cancelled.status, cancelled.body.status]).toEqual([200, 'cancelled']);
    const answer = await scene
      .place({ items: [{ sku: 'NONE', quantity: 1 }] }, { key: 'b080' })
      .set('Prefer', 'wait=20');
    expect(answer.body.code).toBe(cancelled.body.failure.code);
    expect(['out_of_stock', 'order_cancelled', 'order_expired']).toContain(answer.body.code);
    const { charges, refunds } = await scene.booksOf(order.id);
    expect([charges.length, refunds.length]).toEqual([1, 1]);
    expect(await told(order, 'orders.order-cancelled')).toBe(1);
    expect(await told(order, 'payments.payment-refunded')).toBe(1);
  });
});

describe('a step that fails for a reason that is nobody’s decision', () => {
  /** Makes every change of one kind fail inside the database, as a defect of ours would. */
  const sabotage = (table: string, moment: string, condition: string): Promise<unknown> =>
    scene.rows(`
      CREATE OR REPLACE FUNCTION public.defect() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'a defect'; END $$;
      CREATE TRIGGER defect BEFORE ${moment} ON ${table} FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION public.defect()`);
  const repair = (table: string): Promise<unknown> => scene.rows(`DROP TRIGGER defect ON ${table}`);

  const untilCharged = ({ id }: LeftOrder): Promise<true> =>
    until('it is charged', async () => (await scene.booksOf(id)).charges.length === 1).then(() => true);

  it('B071 the stock step breaks without a result: nothing is undone for that alone, and a cancel gives the money back once', async () => {
    await sabotage('inventory.reservations', 'INSERT', `NEW.sku = 'STOP'`);
    const order = await placeAndLeave(scene, 'b071', { items: [{ sku: 'STOP', quantity: 1 }] });
    await untilCharged(order);
    expect((await scene.get(`/api/orders/${order.id}`)).body.status).toBe('pending');
    const cancelled = await cancel(order.id);
    expect([cancelled.status, cancelled.body.failure.code]).toEqual([200, 'order_cancelled']);
    const { charges, refunds } = await scene.booksOf(order.id);
    expect([charges.length, refunds]).toMatchObject([1, [{ amount: 1000, attempts: 1 }]]);
    await repair('inventory.reservations');
  });

  it('B068 B127 it breaks after the stock was held: cancelled, the last unit can be bought at once under another key', async () => {
    await sabotage('orders.orders', 'UPDATE', `NEW.status = 'confirmed' AND NEW.note = 'breaks at the end'`);
    const wanted = { items: [{ sku: 'LAST', quantity: 1 }] };
    const order = await placeAndLeave(scene, 'b068', { ...wanted, note: 'breaks at the end' });
    await untilCharged(order);
    const cancelled = await cancel(order.id);
    expect([cancelled.status, cancelled.body.status]).toEqual([200, 'cancelled']);
    expect((await scene.booksOf(order.id)).refunds).toMatchObject([{ amount: 1000 }]);
    expect(await scene.shelf('LAST')).toMatchObject({ onHand: 1, reserved: 0 });
    const next = await scene.place(wanted);
    expect([next.status, next.body.status]).toEqual([201, 'confirmed']);
    expect(await scene.shelf('LAST')).toMatchObject({ onHand: 0, reserved: 0 });
    await repair('orders.orders');
  });
});

describe('a caller who hangs up', () => {
  it('B081 while the provider captures: the order is completed, and its answer is there', async () => {
    const wanted = { customerId: 'c', items: [{ sku: 'TEA', quantity: 1 }], paymentMethod: 'pm_sandbox_delay_300' };
    const caller = postAndLeave(`${scene.services[0]!.url}/api/orders`, 'b081-capture', wanted);
    await scene.claimed('b081-capture');
    caller.hangUp();
    const answer = await scene.place(wanted, { key: 'b081-capture' }).set('Prefer', 'wait=20');
    expect([answer.status, answer.body.status]).toEqual([201, 'confirmed']);
    expect((await scene.booksOf(answer.body.id)).charges).toMatchObject([{ attempts: 1 }]);
  });

  it('B081 while the money is given back: it is given back once', async () => {
    await scene.arm({ kind: 'delay', ms: 300 }, REFUNDS);
    const wanted = { customerId: 'c', items: [{ sku: 'NONE', quantity: 1 }], paymentMethod: 'pm_card_visa' };
    const caller = postAndLeave(`${scene.services[0]!.url}/api/orders`, 'b081-refund', wanted);
    await scene.untilProviderIsReached();
    caller.hangUp();
    const { id } = await orderOf(scene, 'b081-refund');
    const answer = await scene.place(wanted, { key: 'b081-refund' }).set('Prefer', 'wait=20');
    expect([answer.status, answer.body.code]).toEqual([409, 'out_of_stock']);
    expect((await scene.booksOf(id)).refunds).toMatchObject([{ attempts: 1 }]);
  });
});
