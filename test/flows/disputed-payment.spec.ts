import { expectInvariants } from '../support/invariants.js';
import { factsOf, messagesOf, untilStatus } from '../support/open-payment.js';
import { Scene } from '../support/scene.js';
import { until } from '../support/until.js';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open({ instances: 2, webhooks: true });
  await scene.stock('TEA', 10);
});
afterAll(() => scene.close());
afterEach(() => expectInvariants(scene));

const atProvider = async <Answer>(path: string, body?: object): Promise<Answer> => {
  const headers = { 'content-type': 'application/json' };
  const sent = body && { method: 'POST', headers, body: JSON.stringify(body) };
  return (await (await fetch(`${scene.sandbox.url}/_sandbox${path}`, sent)).json()) as Answer;
};

/** The provider's event about the newest dispute, as soon as it was taken from it. */
const untilDisputeIsTold = (): Promise<{ id: string }> =>
  until('the dispute is told', async () => {
    const { items } = await atProvider<{ items: { id: string; type: string; deliveries: number }[] }>('/events');
    return items.find(({ type, deliveries }) => type === 'charge.dispute.created' && deliveries > 0);
  });

/** A paid order whose customer has called it fraud. */
async function disputedOrder(): Promise<{ id: string; paymentId: string }> {
  const placed = await scene.place({ paymentMethod: 'pm_card_createDispute' }).set('Prefer', 'wait=20');
  expect(placed.status).toBe(201);
  await untilStatus(scene, placed.body.id, 'needs_attention');
  return placed.body as { id: string; paymentId: string };
}

describe('a payment that the customer disputes', () => {
  it('confirms its order, which then needs a person; told three times it is one dispute', async () => {
    const { id, paymentId } = await disputedOrder();
    await expectInvariants(scene);
    expect(await messagesOf(scene, id)).toMatchObject({ 'orders.order-confirmed': 1 });
    expect(await scene.shelf('TEA')).toMatchObject({ onHand: 9, reserved: 0 });
    const { id: eventId } = await untilDisputeIsTold();
    const again = await atProvider<{ statuses: number[] }>('/webhooks/replay', { eventId, times: 2 });
    expect(again.statuses).toEqual([200, 200]);
    await expectInvariants(scene);
    expect(await factsOf(scene, paymentId)).toEqual({ captured: 1, disputed: 1 });
    const { items } = (await scene.get(`/api/orders/${id}/timeline`)).body as {
      items: { kind: string; detail: string }[];
    };
    const people = items.filter(({ kind }) => kind === 'operator');
    expect(people).toMatchObject([{ detail: expect.stringContaining('Answer the dispute') }]);
  });

  it('is not given back on request while it is disputed, and the request says so', async () => {
    const { id, paymentId } = await disputedOrder();
    const refused = await scene.post(`/api/payments/${paymentId}/refunds`, { amount: 100 });
    expect([refused.status, refused.body.code]).toEqual([409, 'refund_refused']);
    expect((await scene.booksOf(id)).refunds).toEqual([]);
    expect((await scene.get(`/api/payments/${paymentId}`)).body).toMatchObject({ status: 'captured', refunded: 0 });
  });
});
