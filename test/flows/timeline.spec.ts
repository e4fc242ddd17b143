import { Scene } from '../support/scene.js';
import { expectInvariants } from '../support/invariants.js';
import { until } from '../support/until.js';
import { randomUUID } from 'node:crypto';

interface Item {
  at: string;
  kind: string;
  layer?: string;
  count?: number;
  step?: string;
  detail: string;
}

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open();
  await scene.stock('TEA', 100, 890);
});
afterAll(() => scene.close());

/** The timeline once it tells what is waited for. */
const timeline = (orderId: string, complete: (items: Item[]) => boolean): Promise<Item[]> =>
  until(`the timeline of ${orderId} is complete`, async () => {
    const { status, body } = await scene.get(`/api/orders/${orderId}/timeline`);
    expect(status).toBe(200);
    const items = body.items as Item[];
    return complete(items) && items;
  });

const tells = (detail: string) => (items: Item[]) => items.some((item) => item.detail.includes(detail));
const story = (items: Item[]): string[] => items.map(({ kind, detail }) => `${kind}: ${detail}`);
const idOf = async (customerId: string): Promise<string> => {
  const [order] = await scene.rows<{ id: string }>('SELECT id FROM orders.orders WHERE customer_id = $1', [customerId]);
  return order!.id;
};

describe('the timeline of an order', () => {
  it('that is confirmed tells its way, cause before effect', async () => {
    const { body: order } = await scene.place({ items: [{ sku: 'TEA', quantity: 2 }] });
    const items = await timeline(order.id, tells('The order is confirmed'));
    expect(story(items)).toEqual([
      'request: A request to place the order was answered with 201.',
      'fact: The order set out: 17.80 EUR for 2 × TEA.',
      'fact: The provider answered: 17.80 EUR was captured.',
      'step: Taking the payment is done.',
      'step: Reserving the stock is done.',
      'step: Confirming the order is done.',
      'fact: The order is confirmed.',
    ]);
    expect(items.map(({ at }) => at)).toEqual(items.map(({ at }) => at).toSorted());
    await expectInvariants(scene);
  });

  it('whose request came again counts what the key stopped, and every replayed answer', async () => {
    const key = randomUUID();
    const { body: order } = await scene.place({ customerId: 'again' }, { key });
    for (let n = 0; n < 3; n++) await scene.place({ customerId: 'again' }, { key });
    const items = await timeline(order.id, (seen) =>
      seen.some(({ kind, count }) => kind === 'duplicate' && count === 3),
    );
    expect(items.filter(({ kind }) => kind === 'duplicate')).toMatchObject([{ layer: 'api', count: 3 }]);
    expect(items.filter(({ kind }) => kind === 'replay')).toMatchObject([{ count: 3 }]);
    expect(items.at(-1)).toMatchObject({ kind: 'duplicate', detail: expect.stringContaining('3 times') });
    await expectInvariants(scene);
  });

  it('whose request came again while it ran counts that too, and no replay', async () => {
    // On a machine so busy that the order is decided before its repeat arrives, another order is tried.
    const customerId = await until('a repeat was told to wait', async () => {
      const key = randomUUID();
      const order = { customerId: key, paymentMethod: 'pm_sandbox_delay_1500' };
      await scene.place(order, { key }).set('Prefer', 'respond-async');
      const { status } = await scene.place(order, { key });
      return status === 202 && key;
    });
    const items = await timeline(await idOf(customerId), (seen) => seen.some(({ layer }) => layer === 'api'));
    expect(items.filter(({ layer }) => layer === 'api')).toMatchObject([{ kind: 'duplicate', count: 1 }]);
    expect(items.filter(({ kind }) => kind === 'replay')).toEqual([]);
    await expectInvariants(scene);
  });

  it('that was declined says so, and names neither the provider’s words nor its references', async () => {
    const answer = await scene.place({ customerId: 'declined', paymentMethod: 'pm_card_chargeDeclined' });
    expect(answer.status).toBe(402);
    const items = await timeline(await idOf('declined'), tells('The order is cancelled'));
    expect(story(items)).toEqual([
      'request: A request to place the order was answered with 402.',
      'fact: The order set out: 8.90 EUR for 1 × TEA.',
      'fact: The provider answered: the payment was declined (payment_declined).',
      'step: Taking the payment was refused.',
      'compensation: Cancelling the order is done.',
      expect.stringMatching(/^fact: The order is cancelled: /),
    ]);
    expect(JSON.stringify(items)).not.toMatch(/pm_|pi_|ch_|secret/);
    await expectInvariants(scene);
  });

  it('of which money went back on request tells the request, its way, and what stopped its repeats', async () => {
    const { body: order } = await scene.place();
    const key = randomUUID();
    const refund = (): ReturnType<typeof scene.post> =>
      scene.post(`/api/payments/${order.paymentId}/refunds`, { amount: 90 }, { key });
    for (let n = 0; n < 3; n++) expect((await refund()).status).toBe(201);
    const items = await timeline(order.id, (seen) =>
      seen.some(({ kind, count }) => kind === 'duplicate' && count === 2),
    );
    expect(story(items.filter(({ kind }) => kind !== 'duplicate')).slice(-4)).toEqual([
      'request: A request to give money back was answered with 201.',
      'fact: The provider answered: 0.90 EUR was given back.',
      'step: Giving the money back is done.',
      'replay: The stored answer was sent again (2 times).',
    ]);
    expect(items.filter(({ kind }) => kind === 'duplicate')).toMatchObject([{ layer: 'api', count: 2 }]);
    await expectInvariants(scene);
  });

  it('that could not be delivered tells what was undone', async () => {
    await scene.stock('RARE', 1);
    const answer = await scene.place({ customerId: 'undone', items: [{ sku: 'RARE', quantity: 2 }] });
    expect(answer.status).toBe(409);
    const items = await timeline(await idOf('undone'), tells('The order is cancelled'));
    expect(items.filter(({ kind }) => kind !== 'request').map(({ kind, step }) => [kind, step])).toEqual([
      ['fact', undefined],
      ['fact', 'payment.capture'],
      ['step', 'payment.capture'],
      ['step', 'inventory.reserve'],
      ['fact', 'payment.refund'],
      ['compensation', 'payment.refund'],
      ['compensation', 'order.cancel'],
      ['fact', 'order.cancel'],
    ]);
    expect(story(items)).toContain('fact: The provider answered: 20.00 EUR was given back.');
    await expectInvariants(scene);
  });

  it('that is not decided yet tells what is under way', async () => {
    const slow = { customerId: 'slow', paymentMethod: 'pm_sandbox_delay_1500' };
    await scene.place(slow).set('Prefer', 'respond-async');
    const id = await idOf('slow');
    const items = await timeline(id, tells('a job is at work'));
    expect(story(items)).toContain('step: Taking the payment has begun.');
    expect(story(items)).toContain('request: A request to place the order waits for its answer.');
    await expectInvariants(scene);
  });

  it('that began as a draft and was cancelled as one', async () => {
    const { body: draft } = await scene.place({ confirm: false });
    await scene.post(`/api/orders/${draft.id}/cancel`, { reason: 'changed my mind' });
    const items = await timeline(draft.id, tells('The order is cancelled'));
    expect(story(items)).toEqual([
      'fact: A draft was written down: 8.90 EUR.',
      'fact: The order is cancelled: changed my mind',
    ]);
  });

  it('is for its own tenant and the operator; to everybody else it does not exist', async () => {
    const { body: order } = await scene.place();
    const path = `/api/orders/${order.id}/timeline`;
    expect((await scene.get(path, 'operator')).status).toBe(200);
    const foreign = await scene.get(path, 'bob');
    const missing = await scene.get(`/api/orders/${randomUUID()}/timeline`, 'bob');
    const nonsense = await scene.get('/api/orders/nonsense/timeline');
    expect([foreign.status, missing.status, nonsense.status]).toEqual([404, 404, 404]);
    expect({ ...foreign.body, instance: '', traceId: '' }).toEqual({ ...missing.body, instance: '', traceId: '' });
    expect((await scene.get(path, 'alice')).status).toBe(200);
  });
});
