import { expectInvariants } from '../support/invariants.js';
import { givenBack, paidOrder, refund, seenPayment, type PaidOrder } from '../support/paid-order.js';
import { REFUNDS } from '../support/provider-control.js';
import { refundEvent, told } from '../support/provider-events.js';
import { madeAtProvider } from '../support/refund-at-provider.js';
import { hurried, untilReturned, untilTried } from '../support/refund-attempts.js';
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

/** A person gives money back over there, and the provider tells us. */
async function refundAtProvider(order: PaidOrder, amount: number): Promise<void> {
  const [payment, made] = await madeAtProvider(scene, order, amount);
  expect(await told(scene, refundEvent('created', payment, made))).toMatchObject({ status: 'applied' });
}

describe('danger: a refund that a person makes at the provider blocks, or doubles, our own', () => {
  it('one of ours was made and never answered: it keeps its place, and the one that was not made gives way', async () => {
    const order = await paidOrder(scene);
    await scene.arm({ kind: 'fail-before', status: 503 }, REFUNDS);
    const notMade = await refund(scene, order, { amount: 30 }).set('Prefer', 'respond-async');
    await untilTried(scene, order);
    await scene.arm({ kind: 'drop-after-effect' }, REFUNDS);
    const isMade = await refund(scene, order, { amount: 40 }).set('Prefer', 'respond-async');
    await until('it is made', async () => (await givenBack(scene, order)).length === 1);
    await refundAtProvider(order, 60);
    expect([(await scene.decision(isMade)).status, (await scene.decision(notMade)).status]).toEqual([201, 409]);
    expect(await seenPayment(scene, order)).toMatchObject({ status: 'refunded', refunded: 100 });
    expect((await givenBack(scene, order)).toSorted()).toEqual([40, 60]);
  });

  it('one of ours has failed over there, and we have not heard of it: it leaves its place', async () => {
    const order = await paidOrder(scene);
    await scene.arm({ kind: 'refund-pending', result: 'failed', ms: 100 }, REFUNDS);
    expect((await refund(scene, order, { amount: 60 })).body.status).toBe('pending');
    await untilReturned(scene, order);
    await refundAtProvider(order, 70);
    expect(await seenPayment(scene, order)).toMatchObject({ status: 'partially_refunded', refunded: 70 });
    expect((await cancel(order)).body.status).toBe('cancelled');
    expect((await givenBack(scene, order)).toSorted()).toEqual([30, 70]);
  });

  it('fails over there, and the news of its making comes last: it counts for nothing, and a cancel pays back', async () => {
    const order = await paidOrder(scene);
    await scene.arm({ kind: 'refund-fails-later', ms: 300 }, REFUNDS);
    const [payment, made] = await madeAtProvider(scene, order, 100);
    await untilReturned(scene, order);
    for (const what of ['failed', 'created'])
      await told(scene, refundEvent(what, payment, { ...made, status: what === 'failed' ? what : 'succeeded' }));
    expect(await seenPayment(scene, order)).toMatchObject({ status: 'captured', refunded: 0 });
    expect((await cancel(order)).body.status).toBe('cancelled');
    expect(await givenBack(scene, order)).toEqual([100]);
  });

  it('ours was not taken yet and has no room beside it: it is refused, and what is left can be refunded', async () => {
    const order = await paidOrder(scene);
    await scene.arm({ kind: 'fail-before', status: 503 }, REFUNDS);
    const waiting = await refund(scene, order, { amount: 80 }, { key: 'overtaken' }).set('Prefer', 'respond-async');
    await untilTried(scene, order);
    await refundAtProvider(order, 60);
    const decided = await scene.decision(waiting);
    expect([decided.status, decided.body.code]).toEqual([409, 'refund_refused']);
    expect(await seenPayment(scene, order)).toMatchObject({ status: 'partially_refunded', refunded: 60 });
    expect((await refund(scene, order, { amount: 41 })).body.code).toBe('refund_exceeds_capture');
    expect((await refund(scene, order, { amount: 15 })).status).toBe(201);
  });

  it('ours is owed for a cancelled order: what is left beside it goes back, and the order ends', async () => {
    const order = await paidOrder(scene);
    await scene.arm({ kind: 'fail-before', status: 503 }, REFUNDS);
    const waiting = await cancel(order, 'respond-async');
    await untilTried(scene, order);
    await refundAtProvider(order, 60);
    const decided = await scene.decision(waiting);
    expect([decided.status, decided.body.status]).toEqual([200, 'cancelled']);
    expect((await givenBack(scene, order)).toSorted()).toEqual([40, 60]);
    expect(await seenPayment(scene, order)).toMatchObject({ status: 'refunded', refunded: 100 });
  });

  it('takes the place of ours, which is owed for a cancelled order, and fails: it is owed in its place', async () => {
    const order = await paidOrder(scene);
    await scene.arm({ kind: 'fail-before', status: 503 }, REFUNDS);
    const waiting = await cancel(order, 'respond-async');
    await untilTried(scene, order);
    await scene.arm({ kind: 'refund-pending', result: 'failed', ms: 500 }, REFUNDS);
    await refundAtProvider(order, 100);
    const decided = await hurried(scene, order, waiting);
    expect([decided.status, decided.body.status]).toEqual([200, 'cancelled']);
    expect(await givenBack(scene, order)).toEqual([100]);
    expect(await seenPayment(scene, order)).toMatchObject({ status: 'refunded', refunded: 100 });
  });
});
