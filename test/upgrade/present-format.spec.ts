import { loadPresentFormat } from './present-format.js';
import { expectNothingViolated } from '../support/nothing-violated.js';
import { expectInvariants } from '../support/invariants.js';
import { Scene } from '../support/scene.js';
import { until } from '../support/until.js';

let scene: Scene;
let stored: Map<string, { readonly status: number; readonly body: string }>;
beforeAll(async () => {
  scene = await Scene.open({ database: await loadPresentFormat(), env: { ROLE: 'api' } });
  const rows = await scene.rows<{ key: string; status: number; body: string }>(
    `SELECT key, status, body FROM idempotency.records WHERE state = 'decided'`,
  );
  stored = new Map(rows.map(({ key, ...answer }) => [key, answer]));
  await takeMoneyOver();
  await scene.join({ ROLE: 'all' });
});
afterAll(() => scene.close());

/** The provider of this test has the payments that the one of the rows had. */
async function takeMoneyOver(): Promise<void> {
  const payments = await scene.rows<{ id: string; order_id: string; saga_id: string; amount: string }>(
    'SELECT id, order_id, saga_id, amount FROM payments.payments WHERE captured > 0',
  );
  for (const { id, order_id: orderId, saga_id: sagaId, amount } of payments) {
    const parameters = new URLSearchParams({
      amount,
      currency: 'eur',
      confirm: 'true',
      payment_method: 'pm_card_visa',
      'allowed_payment_method_types[0]': 'card',
      return_url: 'http://127.0.0.1/',
      'metadata[orderId]': orderId,
      'metadata[sagaId]': sagaId,
      'metadata[paymentId]': id,
    });
    const headers = { Authorization: 'Bearer sk_test_bank', 'Idempotency-Key': `${sagaId}:payment.capture` };
    const answer = await fetch(`${scene.sandbox.url}/v1/payment_intents`, {
      method: 'POST',
      headers,
      body: parameters,
    });
    const { id: reference } = (await answer.json()) as { id: string };
    await scene.rows('UPDATE payments.payments SET provider_reference = $2 WHERE id = $1', [id, reference]);
  }
}

const ORDERS: Record<string, object> = {
  confirmed: {},
  draft: { confirm: false },
  declined: { paymentMethod: 'pm_card_chargeDeclined' },
  accepted: {},
  'in-doubt': {},
  'not-wanted': {},
  'turning-back': { items: [{ sku: 'NONE', quantity: 1 }] },
};

describe('rows as the version of migration IndexPaymentsOfSagas has left them', () => {
  it.each(['confirmed', 'draft', 'declined'])('B140 answer what is decided as it was: %s', async (key) => {
    const answer = await scene.place(ORDERS[key], { key });
    const { status, body } = stored.get(key)!;
    expect([answer.status, answer.text, answer.headers['idempotent-replayed']]).toEqual([status, body, 'true']);
  });

  it.each<[string, number, string | undefined]>([
    ['accepted', 201, undefined],
    ['in-doubt', 201, undefined],
    ['not-wanted', 409, 'order_cancelled'],
    ['turning-back', 409, 'out_of_stock'],
  ])('are finished where they were left: %s', async (key, status, code) => {
    const answer = await until(`${key} is decided`, async () => {
      const now = await scene.place(ORDERS[key], { key, instance: 1 });
      return now.status !== 202 && now;
    });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.headers['idempotent-replayed']).toBe('true');
  });

  it('refuse another order under a key of theirs, by its fingerprint', async () => {
    const { status, body } = await scene.place({ note: 'another one' }, { key: 'confirmed' });
    expect([status, body.code]).toEqual([409, 'idempotency_key_reused']);
  });

  it('tell in the end what happened, notice and message included, and violate nothing', async () => {
    await expectInvariants(scene);
    expect(await scene.rows('SELECT status FROM messaging.inbox')).toEqual([{ status: 'ignored' }]);
    const { id } = (await scene.place({}, { key: 'accepted' })).body;
    const { items } = (await scene.get(`/api/orders/${id}/timeline`)).body as { items: { step?: string }[] };
    expect(items.map(({ step }) => step)).toContain('order.confirm');
    await expectNothingViolated(scene);
  });
});
