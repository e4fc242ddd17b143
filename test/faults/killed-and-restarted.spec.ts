import { STARTED_WITHIN_MS } from '../support/child-service.js';
import { holdLock } from '../support/held-lock.js';
import { expectInvariants } from '../support/invariants.js';
import { KILLABLE, type LeftOrder, placeAndLeave, untilEnded } from '../support/left-order.js';
import { CAPTURES, REFUNDS } from '../support/provider-control.js';
import { Scene } from '../support/scene.js';
import { until } from '../support/until.js';

let scene: Scene;
const left = new Map<string, LeftOrder>();

/** One order at every point at which a kill leaves something different behind. */
const ORDERS = {
  'K4 while the provider captures': { paymentMethod: 'pm_card_amex' },
  'K4-K7 captured, the commit of everything else under way': { items: [{ sku: 'HELD', quantity: 1 }] },
  'K4 captured, the answer lost': { paymentMethod: 'pm_sandbox_drop-after-effect' },
  'K8 decided, its answer never sent': { items: [{ sku: 'CUP', quantity: 1 }] },
  'C1-C2 while the provider refunds': { items: [{ sku: 'NONE', quantity: 1 }] },
  'C3-C4 refunded, the last commit under way': { items: [{ sku: 'NONE', quantity: 2 }] },
} as const;
type KillPoint = keyof typeof ORDERS;

const leave = async (point: KillPoint): Promise<LeftOrder> => {
  const order = await placeAndLeave(scene, point.replaceAll(/\W/g, '-'), ORDERS[point]);
  left.set(point, order);
  return order;
};

const untilBooked = (kind: 'charges' | 'refunds', { id }: LeftOrder) =>
  until(`the provider has ${kind}`, async () => (await scene.booksOf(id))[kind].length === 1);

/** The settling of a refund, and nothing else, waits for this advisory lock. */
const SETTLING_A_REFUND = 7;
const settlingWaits = (): Promise<unknown> =>
  scene.rows(`
    CREATE FUNCTION public.wait_for_the_test() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_advisory_xact_lock(${SETTLING_A_REFUND}); RETURN NEW; END $$;
    CREATE TRIGGER wait_for_the_test BEFORE UPDATE ON payments.refunds
      FOR EACH ROW EXECUTE FUNCTION public.wait_for_the_test();`);

/** Longer than it takes to kill the service, shorter than the lease after which the provider is asked again. */
const PROVIDER_WORKS = { kind: 'delay', ms: 2_500 };

beforeAll(async () => {
  scene = await Scene.open({ instances: 0, env: KILLABLE });
  const first = await scene.launch();
  for (const [sku, onHand] of Object.entries({ TEA: 10, HELD: 10, CUP: 10, NONE: 0 })) await scene.stock(sku, onHand);
  await settlingWaits();

  await untilEnded(scene, await leave('K8 decided, its answer never sent'));
  const shelf = await holdLock(scene, `SELECT FROM inventory.stock WHERE sku = 'HELD' FOR UPDATE`);
  const settling = await holdLock(scene, `SELECT pg_advisory_xact_lock(${SETTLING_A_REFUND})`);
  await leave('K4-K7 captured, the commit of everything else under way');
  await leave('C3-C4 refunded, the last commit under way');
  await settling.untilWaiting(2);
  await untilBooked('charges', await leave('K4 captured, the answer lost'));

  await scene.arm(PROVIDER_WORKS, REFUNDS);
  await scene.arm(PROVIDER_WORKS, { ...CAPTURES, paymentMethod: 'pm_card_amex' });
  await Promise.all([leave('C1-C2 while the provider refunds'), leave('K4 while the provider captures')]);
  await scene.untilProviderIsReached();
  await first.kill();
  await Promise.all([shelf.release(), settling.release()]);
  await scene.launch();
}, 2 * STARTED_WITHIN_MS);
afterAll(() => scene.close());

const replayOf = (point: KillPoint) => scene.place(ORDERS[point], { key: point.replaceAll(/\W/g, '-') });

describe('B054 B061 killed and restarted, and no client comes back', () => {
  it.each([
    ['K4 while the provider captures', 'again'],
    ['K4-K7 captured, the commit of everything else under way', 'again'],
    ['K4 captured, the answer lost', 'again'],
    ['K8 decided, its answer never sent', 'once'],
  ] as const)('%s: confirmed within two leases, charged once, sold once', async (point, asked) => {
    const order = left.get(point)!;
    expect(await untilEnded(scene, order)).toBe('confirmed');
    const { charges, refunds } = await scene.booksOf(order.id);
    expect(charges).toMatchObject([
      { status: 'succeeded', amount: 1000, idempotencyKey: `${order.sagaId}:payment.capture` },
    ]);
    expect(charges[0]!.attempts > 1).toBe(asked === 'again');
    expect(refunds).toEqual([]);

    const replayed = await replayOf(point);
    expect(replayed.status).toBe(201);
    expect(replayed.body).toMatchObject({ id: order.id, status: 'confirmed' });
    expect(replayed.headers['idempotent-replayed']).toBe('true');
    expect((await replayOf(point)).text).toBe(replayed.text);
  });

  it.each([
    ['C1-C2 while the provider refunds', 1000],
    ['C3-C4 refunded, the last commit under way', 2000],
  ] as const)('B073 %s: cancelled within two leases, refunded once', async (point, amount) => {
    const order = left.get(point)!;
    expect(await untilEnded(scene, order)).toBe('cancelled');
    const { charges, refunds } = await scene.booksOf(order.id);
    expect(charges).toMatchObject([{ amount, attempts: 1 }]);
    expect(refunds).toMatchObject([{ amount, idempotencyKey: `${order.sagaId}:payment.refund` }]);
    expect(refunds[0]!.attempts).toBeGreaterThan(1);

    const replayed = await replayOf(point);
    expect([replayed.status, replayed.body.code]).toEqual([409, 'out_of_stock']);
    expect(replayed.headers['idempotent-replayed']).toBe('true');
  });

  it('and everything adds up', async () => {
    await Promise.all([...left.values()].map((order) => untilEnded(scene, order)));
    expect(await scene.shelf('TEA')).toMatchObject({ onHand: 8, reserved: 0 });
    expect(await scene.shelf('HELD')).toMatchObject({ onHand: 9, reserved: 0 });
    expect(await scene.shelf('CUP')).toMatchObject({ onHand: 9, reserved: 0 });
    expect(await scene.shelf('NONE')).toMatchObject({ onHand: 0, reserved: 0 });
    await expectInvariants(scene);
  });
});
