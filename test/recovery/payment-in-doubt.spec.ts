import { expectInvariants, untilQuiet } from '../support/invariants.js';
import { placeAndLeave, type LeftOrder } from '../support/left-order.js';
import { letPass, lookAfter, nextLook } from '../support/passing-time.js';
import type { FaultMatch } from '../support/provider-control.js';
import { Scene } from '../support/scene.js';
import { until } from '../support/until.js';
import type { Response } from 'supertest';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open({ env: { PSP_TIMEOUT: '2s' } });
  await scene.stock('TEA', 100);
});
afterAll(() => scene.close());
afterEach(() => expectInvariants(scene));

const LOOK_UPS: FaultMatch = { method: 'GET', path: '/v1/payment_intents' };

const answerTo = (key: string, order: object): Promise<Response> =>
  Promise.resolve(scene.place(order, { key }).set('Prefer', 'wait=20'));

const paymentOf = async ({ id }: LeftOrder): Promise<{ status: string; generation: number }> =>
  (
    await scene.rows<{ status: string; generation: number }>(
      'SELECT status, generation FROM payments.payments WHERE order_id = $1',
      [id],
    )
  )[0]!;

/** Places an order whose first attempt leaves a doubt, and returns when the next look waits for its time. */
async function inDoubt(key: string, order: object): Promise<LeftOrder> {
  const left = await placeAndLeave(scene, key, order);
  expect((await nextLook(scene, left.id)).key).toMatch(/:resolve:1$/);
  expect(await paymentOf(left)).toEqual({ status: 'unknown', generation: 1 });
  return left;
}

const forgetKeys = async (): Promise<void> => {
  await fetch(`${scene.sandbox.url}/_sandbox/forget-keys`, { method: 'POST' });
};

/** One succeeded charge under the key of this generation, confirmed, told to the caller. */
async function expectPaidOnce(order: LeftOrder, answer: Response, generation = 1): Promise<void> {
  expect([answer.status, answer.body.status]).toEqual([201, 'confirmed']);
  const { charges, refunds } = await scene.booksOf(order.id);
  const key = `${order.sagaId}:payment.capture${generation === 1 ? '' : `:${generation}`}`;
  expect(charges).toMatchObject([{ status: 'succeeded', amount: 1000, idempotencyKey: key }]);
  expect(refunds).toEqual([]);
}

describe('danger: an error of the provider that it remembers is taken for a no, or for nothing', () => {
  it('that it had acted: found by its reference in the books, and nothing is charged again', async () => {
    const wanted = { paymentMethod: 'pm_sandbox_stored-500_1' };
    const order = await inDoubt('acted', wanted);
    await lookAfter(scene, order.id, '2 seconds');
    await expectPaidOnce(order, await answerTo('acted', wanted));
  });

  it('that it had not acted: asked again under a new key only after the books have shown it for two minutes', async () => {
    const wanted = { paymentMethod: 'pm_card_visa' };
    await scene.arm({ kind: 'stored-500', effect: false });
    const order = await inDoubt('not-acted', wanted);
    for (const time of ['2 seconds', '10 seconds', '1 minute']) {
      await lookAfter(scene, order.id, time);
      expect(await paymentOf(order)).toEqual({ status: 'unknown', generation: 1 });
    }
    expect(await scene.booksOf(order.id)).toEqual({ charges: [], refunds: [] });
    await lookAfter(scene, order.id, '10 minutes');
    await expectPaidOnce(order, await answerTo('not-acted', wanted), 2);
  });

  it('a service that starts again and again does not put off the proof for ever by asking once more', async () => {
    const wanted = { paymentMethod: 'pm_card_visa' };
    await scene.arm({ kind: 'stored-500', effect: false });
    const order = await inDoubt('started-again', wanted);
    // Each start looks at once: three times the key is sent again, then two minutes pass without that.
    for (let start = 1; start <= 3 + 11; start++) await lookAfter(scene, order.id, '9 seconds');
    expect(await paymentOf(order)).toEqual({ status: 'unknown', generation: 1 });
    await lookAfter(scene, order.id, '30 seconds');
    await expectPaidOnce(order, await answerTo('started-again', wanted), 2);
  });

  it('that it had declined before it broke: declined, nothing is charged under another key', async () => {
    const wanted = { paymentMethod: 'pm_card_chargeDeclined' };
    await scene.arm({ kind: 'stored-500', effect: true });
    const order = await inDoubt('had-declined', wanted);
    await lookAfter(scene, order.id, '2 seconds');
    const answer = await answerTo('had-declined', wanted);
    expect([answer.status, answer.body.code]).toEqual([402, 'payment_declined']);
    expect((await scene.booksOf(order.id)).charges).toMatchObject([{ status: 'failed' }]);
  });
});

describe('danger: a key is sent again after the provider has forgotten it', () => {
  it('that it had acted: looked up first, and never charged twice', async () => {
    const wanted = { paymentMethod: 'pm_sandbox_drop-after-effect' };
    const order = await inDoubt('forgotten-acted', wanted);
    await forgetKeys();
    await lookAfter(scene, order.id, '25 hours');
    await expectPaidOnce(order, await answerTo('forgotten-acted', wanted));
    expect((await scene.booksOf(order.id)).charges).toMatchObject([{ attempts: 1 }]);
  });

  it('that it had not acted: nothing is sent before the books were read, then one charge under a new key', async () => {
    await scene.arm({ kind: 'fail-before', status: 503 });
    const order = await inDoubt('forgotten-idle', {});
    await forgetKeys();
    await scene.arm({ kind: 'fail-before', status: 503 }, LOOK_UPS);
    await lookAfter(scene, order.id, '25 hours');
    expect(await paymentOf(order)).toEqual({ status: 'unknown', generation: 1 });
    expect(await scene.booksOf(order.id)).toEqual({ charges: [], refunds: [] });
    await lookAfter(scene, order.id, '10 seconds');
    await expectPaidOnce(order, await answerTo('forgotten-idle', {}), 2);
  });

  it('a first attempt that waited for a day is no first attempt: the books are read before it is sent', async () => {
    const door = await Scene.open({ env: { ROLE: 'api' } });
    try {
      await door.stock('TEA', 1);
      const order = await placeAndLeave(door, 'a-day-late', {});
      await letPass(door, order.id, '25 hours');
      await door.arm({ kind: 'fail-before', status: 500 }, LOOK_UPS);
      await door.join({ ROLE: 'worker' });
      await until('the books will be read again', async () =>
        (await nextLook(door, order.id)).key.endsWith(':resolve:1'),
      );
      await lookAfter(door, order.id, '2 seconds');
      expect(await door.booksOf(order.id)).toEqual({ charges: [], refunds: [] });
      await lookAfter(door, order.id, '10 seconds');
      await untilQuiet(door);
      expect((await door.booksOf(order.id)).charges).toMatchObject([
        { status: 'succeeded', idempotencyKey: `${order.sagaId}:payment.capture:2` },
      ]);
      await expectInvariants(door);
    } finally {
      await door.close();
    }
  });
});

describe('danger: a look that brings nothing is taken for a proof', () => {
  it('the look-up is down as well: nothing follows, and the next look finds the charge', async () => {
    const order = await inDoubt('blind', { paymentMethod: 'pm_sandbox_stored-500_1' });
    await scene.arm({ kind: 'fail-before', status: 500 }, LOOK_UPS, 2);
    await lookAfter(scene, order.id, '2 seconds');
    await lookAfter(scene, order.id, '10 minutes');
    expect(await paymentOf(order)).toEqual({ status: 'unknown', generation: 1 });
    await lookAfter(scene, order.id, '1 hour');
    await expectPaidOnce(order, await answerTo('blind', { paymentMethod: 'pm_sandbox_stored-500_1' }));
  });

  it('the key is in use by our own slow attempt: waited for, not charged again', async () => {
    await scene.arm({ kind: 'delay', ms: 4_000 });
    const order = await inDoubt('in-use', { paymentMethod: 'pm_card_amex' });
    await lookAfter(scene, order.id, '2 seconds');
    expect(await paymentOf(order)).toEqual({ status: 'unknown', generation: 1 });
    await until('the slow attempt has come to its end', async () => (await scene.booksOf(order.id)).charges.length > 0);
    await lookAfter(scene, order.id, '2 seconds');
    await expectPaidOnce(order, await answerTo('in-use', { paymentMethod: 'pm_card_amex' }));
  });
});

describe('danger: the outcome is only ever told by an event that never comes', () => {
  it.each([
    ['succeeded', [201, 'confirmed']],
    ['failed', [402, 'payment_declined']],
  ] as const)('B078 the bank takes its time and no webhook is sent: %s', async (result, end) => {
    const wanted = { paymentMethod: `pm_sandbox_async-outcome_${result}_200` };
    const order = await placeAndLeave(scene, `async-${result}`, wanted);
    await lookAfter(scene, order.id, '2 seconds');
    const { status, body } = await answerTo(`async-${result}`, wanted);
    expect([status, body.status === 'confirmed' ? body.status : body.code]).toEqual(end);
    expect((await scene.booksOf(order.id)).charges).toMatchObject([{ attempts: 1 }]);
  });
});

describe('danger: our own mistake is taken for the customer’s', () => {
  it('the provider knows our key with other parameters: a person must look, and nothing is undone', async () => {
    const door = await Scene.open({ env: { ROLE: 'api' } });
    try {
      await door.stock('TEA', 1);
      const order = await placeAndLeave(door, 'misused', {});
      const taken = await fetch(`${door.sandbox.url}/v1/payment_intents`, {
        method: 'POST',
        headers: { Authorization: 'Bearer sk_test_other', 'Idempotency-Key': `${order.sagaId}:payment.capture` },
        body: new URLSearchParams({ amount: '1', currency: 'eur' }),
      });
      expect(taken.status).toBe(200);
      await door.join({ ROLE: 'worker' });
      const answer = await until('a person is asked', async () => {
        const seen = await door.place({}, { key: 'misused' });
        return seen.body.status === 'needs_attention' && seen;
      });
      expect([answer.status, answer.body]).toMatchObject([
        202,
        { status: 'needs_attention', code: 'provider_refuses_request' },
      ]);
      await lookAfter(door, order.id, '2 seconds');
      expect((await door.get(`/api/orders/${order.id}`)).body.status).toBe('needs_attention');
      expect(await door.booksOf(order.id)).toEqual({ charges: [], refunds: [] });
      await expectInvariants(door);
    } finally {
      await door.close();
    }
  });
});
