import { expectInvariants } from '../support/invariants.js';
import { Scene } from '../support/scene.js';

let scene: Scene;
/** Ids in the order of placing. */
const placed: string[] = [];

beforeAll(async () => {
  scene = await Scene.open();
  await scene.stock('TEA', 100);
  for (const [customerId, confirm] of [
    ['anna', true],
    ['ben', true],
    ['anna', false],
    ['anna', true],
    ['ben', false],
  ] as const) {
    const { body } = await scene.place({ customerId, confirm });
    placed.push(body.id);
  }
  await scene.place({ customerId: 'anna' }, { as: 'bob' });
});
afterAll(() => scene.close());

const list = async (query: string, as: 'alice' | 'operator' = 'alice'): Promise<{ ids: string[]; next: string }> => {
  const { status, body } = await scene.get(`/api/orders${query}`, as);
  expect(status).toBe(200);
  return { ids: body.items.map(({ id }: { id: string }) => id), next: body.nextCursor };
};

describe('the list of orders', () => {
  it('shows a tenant its own, newest first', async () => {
    expect(await list('')).toEqual({ ids: placed.toReversed(), next: null });
    await expectInvariants(scene);
  });

  it('shows an operator those of every tenant', async () => {
    const { ids } = await list('', 'operator');
    expect(ids).toHaveLength(6);
    expect(ids).toEqual(ids.toSorted().toReversed());
  });

  it('filters by customer and by status', async () => {
    const [first, second, third, fourth, fifth] = placed;
    expect((await list('?customerId=anna')).ids).toEqual([fourth, third, first]);
    expect((await list('?status=draft')).ids).toEqual([fifth, third]);
    expect((await list('?customerId=ben&status=confirmed')).ids).toEqual([second]);
    expect((await list('?customerId=nobody')).ids).toEqual([]);
  });

  it('goes through its pages without a gap or a repeat', async () => {
    const seen: string[] = [];
    for (let cursor = '', pages = 0; pages < 3; pages++) {
      const { ids, next } = await list(`?limit=2${cursor}`);
      seen.push(...ids);
      cursor = `&cursor=${encodeURIComponent(next)}`;
      expect(next === null).toBe(pages === 2);
    }
    expect(seen).toEqual(placed.toReversed());
  });

  it('keeps its place while new orders arrive', async () => {
    const { ids, next } = await list('?customerId=anna&limit=2');
    const { body: newer } = await scene.place({ customerId: 'anna', confirm: false });
    const { ids: rest } = await list(`?customerId=anna&limit=2&cursor=${encodeURIComponent(next)}`);
    expect([...ids, ...rest]).toEqual([placed[3], placed[2], placed[0]]);
    expect((await list('?customerId=anna&limit=1')).ids).toEqual([newer.id]);
    placed.push(newer.id);
    await expectInvariants(scene);
  });

  it.each(['?limit=0', '?limit=101', '?limit=two', '?status=lost', '?cursor=***', '?unknown=1'])(
    'refuses %s',
    async (query) => {
      const { status, body } = await scene.get(`/api/orders${query}`);
      expect([status, body.code]).toEqual([400, 'validation_failed']);
    },
  );
});

describe('a version of an order', () => {
  it('is not sent again to whoever has it', async () => {
    const path = `/api/orders/${placed[0]}`;
    const read = await scene.get(path);
    const etag = read.headers['etag']!;
    expect(etag).toBe(`"${read.body.version}"`);

    const unchanged = await scene.get(path).set('If-None-Match', etag);
    expect([unchanged.status, unchanged.text, unchanged.headers['etag']]).toEqual([304, '', etag]);
    const changed = await scene.get(path).set('If-None-Match', '"999"');
    expect([changed.status, changed.body.id]).toEqual([200, placed[0]]);
  });

  it('changes when the draft is confirmed', async () => {
    const { body: draft } = await scene.place({ confirm: false });
    const path = `/api/orders/${draft.id}`;
    const { headers } = await scene.get(path);
    await scene.post(`${path}/confirm`, { amount: draft.total });
    const { status, body } = await scene.get(path).set('If-None-Match', headers['etag']!);
    expect([status, body.status]).toEqual([200, 'confirmed']);
    await expectInvariants(scene);
  });
});

describe('the payment of an order', () => {
  it('shows what was captured, under its provider reference', async () => {
    const { body: order } = await scene.get(`/api/orders/${placed[0]}`);
    const { status, body, headers } = await scene.get(`/api/payments/${order.paymentId}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: order.paymentId,
      orderId: order.id,
      amount: 1000,
      captured: 1000,
      refunded: 0,
      currency: 'EUR',
      status: 'captured',
      provider: 'sandbox',
      refunds: [],
    });
    expect(body.providerReference).toMatch(/^pi_/);
    const again = await scene.get(`/api/payments/${order.paymentId}`).set('If-None-Match', headers['etag']!);
    expect(again.status).toBe(304);
  });
});
