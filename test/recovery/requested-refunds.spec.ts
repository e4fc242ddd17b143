import { expectInvariants } from '../support/invariants.js';
import { givenBack, paidOrder, refund, seenPayment, type PaidOrder } from '../support/paid-order.js';
import { letPass } from '../support/passing-time.js';
import { REFUNDS } from '../support/provider-control.js';
import { deliver, paymentOf, refundEvent, told } from '../support/provider-events.js';
import { hurried, hurry, untilReturned, untilTried } from '../support/refund-attempts.js';
import { Scene } from '../support/scene.js';
import { until } from '../support/until.js';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open({ instances: 2, env: { PSP_TIMEOUT: '2s' } });
  await scene.stock('HUNDRED', 200, 100);
});
afterAll(() => scene.close());
afterEach(() => expectInvariants(scene));

const cancel = ({ id }: PaidOrder, prefer = 'wait=20') =>
  scene.post(`/api/orders/${id}/cancel`, {}).set('Prefer', prefer);

describe('danger: a key of a refund joins two intents, or splits one', () => {
  it('B076 forty twice under two keys, each answer lost once and repeated, then a cancel: 40 + 40 + 20', async () => {
    const order = await paidOrder(scene);
    for (const key of ['b076-first', 'b076-second']) {
      await scene.arm({ kind: 'drop-after-effect' }, REFUNDS);
      const answers = [
        await refund(scene, order, { amount: 40 }, { key }),
        await refund(scene, order, { amount: 40 }, { key, instance: 1 }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([201, 201]);
      expect(answers[1]!.text).toBe(answers[0]!.text);
    }
    expect((await cancel(order)).body.status).toBe('cancelled');
    expect((await givenBack(scene, order)).toSorted()).toEqual([20, 40, 40]);
    expect(await seenPayment(scene, order)).toMatchObject({ status: 'refunded', refunded: 100 });
  });

  it('one intent sent thirty times at once to two instances is one refund', async () => {
    const order = await paidOrder(scene);
    const sent = Array.from({ length: 30 }, (_, n) =>
      refund(scene, order, { amount: 70 }, { key: 'thirty', instance: n % 2 }).set('Prefer', 'wait=20'),
    );
    const answers = await Promise.all(sent);
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await givenBack(scene, order)).toEqual([70]);
  });
});

describe('danger: refunds at once give back more than was captured', () => {
  it('twelve intents of thirty at once: three are made, nine are refused, ten are left', async () => {
    const order = await paidOrder(scene);
    await scene.arm({ kind: 'delay', ms: 200 }, REFUNDS, 3);
    const sent = Array.from({ length: 12 }, (_, n) => refund(scene, order, { amount: 30 }, { instance: n % 2 }));
    const answers = await Promise.all(sent);
    const codes = answers.map(({ status, body }) => (status === 201 ? '201' : String(body.code)));
    expect(codes.filter((code) => code === '201')).toHaveLength(3);
    expect(codes.filter((code) => code === 'refund_exceeds_capture')).toHaveLength(9);
    expect(await givenBack(scene, order)).toEqual([30, 30, 30]);
    expect((await refund(scene, order)).body).toMatchObject({ amount: 10 });
    await cancel(order);
  });

  it('the table itself refuses what would be too much', async () => {
    const order = await paidOrder(scene);
    await refund(scene, order, { amount: 30 });
    const overdraw = scene.rows('UPDATE payments.payments SET refunding = 71 WHERE id = $1', [order.paymentId]);
    await expect(overdraw).rejects.toThrow('payments_never_overrefunded');
  });
});

describe('danger: only the latest of several refunds is remembered', () => {
  it('B075 the news of the first, of the second and of the first again change nothing', async () => {
    const order = await paidOrder(scene);
    const made = [await refund(scene, order, { amount: 40 }), await refund(scene, order, { amount: 25 })];
    const before = await seenPayment(scene, order);
    const payment = await paymentOf(scene, order.id);
    const [first, second] = made.map(({ body: { id, amount, providerReference } }) =>
      refundEvent('updated', payment, { id: providerReference, amount, metadata: { refundId: id, generation: '1' } }),
    );
    for (const event of [first!, second!, { ...first!, id: 'evt_first_again' }]) {
      expect(await told(scene, event)).toMatchObject({ status: 'ignored' });
      expect((await deliver(scene, event, { instance: 1 })).status).toBe(200);
    }
    expect(await seenPayment(scene, order)).toEqual(before);
    expect(before).toMatchObject({ refunded: 65, refunds: [{ amount: 40 }, { amount: 25 }] });
    expect(new Set(made.map(({ body }) => body.providerReference)).size).toBe(2);
  });
});

describe('danger: a cancelled order keeps the money of a refund that was asked for', () => {
  it('one that is on its way and then fails: it is owed from the cancel on, and made again', async () => {
    await scene.arm({ kind: 'refund-pending', result: 'failed', ms: 300 }, REFUNDS);
    const order = await paidOrder(scene);
    expect((await refund(scene, order, { amount: 40 })).body.status).toBe('pending');
    const cancelled = await hurried(scene, order, await cancel(order, 'respond-async'));
    expect([cancelled.status, cancelled.body.status]).toEqual([200, 'cancelled']);
    expect((await givenBack(scene, order)).toSorted()).toEqual([40, 60]);
    expect(await seenPayment(scene, order)).toMatchObject({ status: 'refunded', refunded: 100 });
  });

  it('one of everything that had succeeded, and is returned by the bank after the cancel: it is owed, and made again', async () => {
    await scene.arm({ kind: 'refund-fails-later', ms: 300 }, REFUNDS);
    const order = await paidOrder(scene);
    expect((await refund(scene, order)).body.status).toBe('succeeded');
    expect((await cancel(order)).body.status).toBe('cancelled');
    await untilReturned(scene, order);
    const [made] = await scene.rows<{ id: string; reference: string }>(
      'SELECT id, provider_reference AS reference FROM payments.refunds WHERE payment_id = $1',
      [order.paymentId],
    );
    const names = { id: made!.reference, metadata: { refundId: made!.id, generation: '1' } };
    await told(scene, refundEvent('failed', await paymentOf(scene, order.id), names));
    await until('it is made again', async () => {
      await hurry(scene, order);
      return (await seenPayment(scene, order)).refunded === 100;
    });
    expect(await givenBack(scene, order)).toEqual([100]);
  });

  it('one of everything that is not answered yet: the money goes back once, and the order is cancelled', async () => {
    const order = await paidOrder(scene);
    await scene.arm({ kind: 'delay', ms: 600 }, REFUNDS);
    const asked = refund(scene, order, {}, { key: 'all' });
    const refunded = asked.then((answer) => answer);
    await scene.untilProviderIsReached();
    const cancelled = await cancel(order);
    expect([(await refunded).status, cancelled.body.status]).toEqual([201, 'cancelled']);
    expect(await givenBack(scene, order)).toEqual([100]);
  });
});

describe('danger: a refund in doubt is forgotten, or called failed', () => {
  it('the provider does not answer for a day: a person must look, the order does not move, and it is made once', async () => {
    const order = await paidOrder(scene);
    await scene.arm({ kind: 'fail-before', status: 500 }, REFUNDS, 2);
    const waiting = await refund(scene, order, { amount: 40 }, { key: 'a-day' }).set('Prefer', 'respond-async');
    await untilTried(scene, order);
    await letPass(scene, order.id, '25 hours');
    await hurry(scene, order);
    const seen = await until('a person is asked', async () => {
      const answer = await scene.get(waiting.body.pollUrl);
      return answer.body.status !== 'processing' && answer;
    });
    expect([seen.status, seen.body.status, seen.body.code]).toEqual([202, 'needs_attention', 'refund_in_doubt']);
    expect((await scene.get(`/api/orders/${order.id}`)).body.status).toBe('confirmed');
    const decided = await hurried(scene, order, waiting);
    expect([decided.status, decided.body.status]).toEqual([201, 'succeeded']);
    expect(await givenBack(scene, order)).toEqual([40]);
  });
});
