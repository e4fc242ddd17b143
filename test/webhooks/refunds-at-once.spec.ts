import { inside } from '../support/inside.js';
import { expectInvariants } from '../support/invariants.js';
import { givenBack, paidOrder, refund, seenPayment, type PaidOrder } from '../support/paid-order.js';
import { clearFaults, REFUNDS } from '../support/provider-control.js';
import { decided, deliver, refundEvent, told, type WireEvent } from '../support/provider-events.js';
import { hurried, untilTried } from '../support/refund-attempts.js';
import { madeAtProvider } from '../support/refund-at-provider.js';
import { Scene } from '../support/scene.js';
import { PaymentsRepository } from '#modules/payments/payments.repository.js';
import { jest } from '@jest/globals';

/** Every job that ended in an exception leaves a line: a conflict is decided again inside it and leaves none. */
const REMEMBER_WHAT_FAILED = `
  CREATE TABLE public.failed (job text);
  CREATE FUNCTION public.remember_failed() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO public.failed VALUES (NEW.key); RETURN NULL; END $$;
  CREATE TRIGGER remember_failed AFTER INSERT OR UPDATE ON graphile_worker._private_jobs
    FOR EACH ROW WHEN (NEW.payload -> 'failures' IS NOT NULL) EXECUTE FUNCTION public.remember_failed();`;

/** While it lasts the provider takes none of our refunds, however often they are tried. */
const AS_LONG_AS_IT_LASTS = 1_000;

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open({ instances: 2, inside: true });
  await scene.stock('HUNDRED', 200, 100);
  await scene.rows(REMEMBER_WHAT_FAILED);
});
afterAll(() => scene.close());
afterEach(async () => {
  await clearFaults(scene.sandbox.url);
  await expectInvariants(scene);
  await expectNoJobToHaveFailed();
});

const expectNoJobToHaveFailed = async (): Promise<void> =>
  expect(await scene.rows('SELECT job FROM public.failed')).toEqual([]);

const noneOfOursIsTaken = (): Promise<void> =>
  scene.arm({ kind: 'fail-before', status: 503 }, REFUNDS, AS_LONG_AS_IT_LASTS);

/** A person has given this back over there; the notices of it are still on their way. */
async function noticesOf(order: PaidOrder, ...amounts: number[]): Promise<WireEvent[]> {
  const notices: WireEvent[] = [];
  for (const amount of amounts) {
    const [payment, made] = await madeAtProvider(scene, order, amount);
    notices.push(refundEvent('created', payment, made));
  }
  return notices;
}

/** Both at one moment, to another instance each. */
async function tellAtOnce(notices: WireEvent[], first: number): Promise<void> {
  await Promise.all(notices.map((notice, n) => deliver(scene, notice, { instance: (first + n) % 2 })));
  for (const { id } of notices) expect((await decided(scene, id)).status).toBe('applied');
}

const accountOf = async ({ paymentId }: PaidOrder): Promise<{ refunded: number; refunding: number }> => {
  const [row] = await scene.rows<{ refunded: number; refunding: number }>(
    'SELECT refunded::int, refunding::int FROM payments.payments WHERE id = $1',
    [paymentId],
  );
  return row!;
};

describe('danger: two refunds that a person makes at the provider both need the room of ours', () => {
  it('told at one moment to two instances, beside two of ours that somebody asked for: both count, and ours are refused', async () => {
    for (let round = 0; round < 6; round++) {
      const order = await paidOrder(scene);
      const notices = await noticesOf(order, 45, 40);
      await noneOfOursIsTaken();
      const ours = [
        await refund(scene, order, { amount: 50 }).set('Prefer', 'respond-async'),
        await refund(scene, order, { amount: 30 }).set('Prefer', 'respond-async'),
      ];
      await untilTried(scene, order);
      await tellAtOnce(notices, round);
      const codes = await Promise.all(ours.map(async (asked) => (await scene.decision(asked)).body.code));
      expect(codes).toEqual(['refund_refused', 'refund_refused']);
      expect(await accountOf(order)).toEqual({ refunded: 85, refunding: 0 });
      expect((await givenBack(scene, order)).toSorted()).toEqual([40, 45]);
      await clearFaults(scene.sandbox.url);
    }
  });

  it('told at one moment to two instances, beside one that a cancelled order owes: only the rest of it goes back', async () => {
    for (let round = 0; round < 4; round++) {
      const order = await paidOrder(scene);
      const notices = await noticesOf(order, 45, 40);
      await noneOfOursIsTaken();
      const cancelled = await scene.post(`/api/orders/${order.id}/cancel`, {}).set('Prefer', 'respond-async');
      await untilTried(scene, order);
      await tellAtOnce(notices, round);
      expect(await accountOf(order)).toEqual({ refunded: 85, refunding: 15 });
      await clearFaults(scene.sandbox.url);
      expect((await hurried(scene, order, cancelled)).body.status).toBe('cancelled');
      expect((await givenBack(scene, order)).toSorted()).toEqual([15, 40, 45]);
      expect(await accountOf(order)).toEqual({ refunded: 100, refunding: 0 });
    }
  });

  it('one is applied while the other looks for room: what was read before and after is not laid together', async () => {
    const order = await paidOrder(scene);
    const [first, second] = await noticesOf(order, 30, 60);
    await noneOfOursIsTaken();
    const ours = await refund(scene, order, { amount: 80 }).set('Prefer', 'respond-async');
    await untilTried(scene, order);
    // Between the look at the payment and the look at its refunds the other notice is applied, as a whole.
    let other: Promise<unknown> | undefined;
    for (const instance of [0, 1]) {
      const payments = inside(scene, PaymentsRepository, instance);
      const refundsOf = payments.refundsOf.bind(payments);
      jest.spyOn(payments, 'refundsOf').mockImplementation(async (id) => {
        if (!other) await (other = told(scene, first!));
        return refundsOf(id);
      });
    }
    expect(await told(scene, second!)).toMatchObject({ status: 'applied' });
    jest.restoreAllMocks();
    expect(await other).toMatchObject({ status: 'applied' });
    expect((await scene.decision(ours)).body.code).toBe('refund_refused');
    expect(await seenPayment(scene, order)).toMatchObject({ status: 'partially_refunded', refunded: 90 });
  });
});
