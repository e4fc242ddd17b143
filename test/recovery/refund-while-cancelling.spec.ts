import { inside } from '../support/inside.js';
import { expectInvariants } from '../support/invariants.js';
import { givenBack, paidOrder, refund, seenPayment } from '../support/paid-order.js';
import { REFUNDS } from '../support/provider-control.js';
import { hurried, hurry, untilReturned } from '../support/refund-attempts.js';
import { Scene } from '../support/scene.js';
import { until } from '../support/until.js';
import { PaymentsRepository } from '#modules/payments/payments.repository.js';
import { jest } from '@jest/globals';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open({ instances: 2, inside: true });
  await scene.stock('HUNDRED', 20, 100);
});
afterAll(() => scene.close());
afterEach(() => expectInvariants(scene));

describe('danger: a refund that moves while a cancel looks for what is owed is forgotten by it', () => {
  it.each([40, 100])(
    '%i of 100 are asked for, and refused later by the bank: they are owed all the same, and all goes back',
    async (amount) => {
      const order = await paidOrder(scene);
      await scene.arm({ kind: 'refund-pending', result: 'failed', ms: 200 }, REFUNDS);
      // Between the look at the refunds and the look at the payment somebody asks for one, on the other instance.
      const payments = inside(scene, PaymentsRepository);
      const refundsOf = payments.refundsOf.bind(payments);
      jest.spyOn(payments, 'refundsOf').mockImplementationOnce(async (id) => {
        const seen = await refundsOf(id);
        const asked = await refund(scene, order, { amount }, { instance: 1 });
        expect(asked.body).toMatchObject({ amount, status: 'pending' });
        await untilReturned(scene, order);
        return seen;
      });
      const cancelled = await scene.post(`/api/orders/${order.id}/cancel`, {}).set('Prefer', 'respond-async');
      jest.restoreAllMocks();
      expect((await hurried(scene, order, cancelled)).body.status).toBe('cancelled');
      const back = await givenBack(scene, order);
      expect(back.reduce((sum, one) => sum + one, 0)).toBe(100);
    },
  );

  it('one of everything fails between the two looks: it is no refund any more, and all goes back', async () => {
    const order = await paidOrder(scene);
    await scene.arm({ kind: 'refund-pending', result: 'failed', ms: 50 }, REFUNDS);
    expect((await refund(scene, order)).body.status).toBe('pending');
    await untilReturned(scene, order);
    const payments = inside(scene, PaymentsRepository);
    const refundsOf = payments.refundsOf.bind(payments);
    jest.spyOn(payments, 'refundsOf').mockImplementationOnce(async (id) => {
      await until('we have heard of it', async () => {
        await hurry(scene, order);
        return (await seenPayment(scene, order)).refunds[0]?.status === 'failed';
      });
      return refundsOf(id);
    });
    const cancelled = await scene.post(`/api/orders/${order.id}/cancel`, {}).set('Prefer', 'wait=20');
    jest.restoreAllMocks();
    expect([cancelled.status, cancelled.body.status]).toEqual([200, 'cancelled']);
    expect(await givenBack(scene, order)).toEqual([100]);
  });
});
