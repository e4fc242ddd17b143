import { bearer, refusalIn, refused } from './refusal.js';
import { aDraft, BODY_ROUTES, FREE, stockShelves } from './routes.js';
import { ask, type Answered, type Asked } from '../support/ask.js';
import { expectInvariants } from '../support/invariants.js';
import { Scene } from '../support/scene.js';
import { sent } from '../support/sent.js';
import { isOfRelay, isOfUnit, openStatementRoad } from '../support/statement-road.js';
import { stored } from '../support/stored.js';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open();
  await stockShelves(scene);
  await scene.stock('TEA', 100, 890);
});
afterAll(() => scene.close());

const send = (asked: Asked): Promise<Answered> => ask(scene.services[0]!.url, asked);
const NOBODYS_ID = '01890a5d-ac96-774b-bcce-b302099a8057';

describe('danger: one tenant meets the key of another (B143)', () => {
  it('the same key and body are two orders, each answered with its own', async () => {
    const key = 'shared-by-chance';
    const [alice, bob] = await Promise.all([
      scene.place({}, { key, as: 'alice' }),
      scene.place({}, { key, as: 'bob' }),
    ]);
    expect([alice.status, bob.status]).toEqual([201, 201]);
    expect(alice.body.id).not.toBe(bob.body.id);
    expect((await scene.place({}, { key, as: 'alice' })).text).toBe(alice.text);
    expect((await scene.place({}, { key, as: 'bob' })).text).toBe(bob.text);
    await expectInvariants(scene);
  });

  it('the same key with another body is no conflict, also while the first is under way', async () => {
    const key = 'shared-and-slow';
    const slow = sent(scene.place({ paymentMethod: 'pm_sandbox_delay_500' }, { key, as: 'alice' }));
    const other = await scene.place({ customerId: 'customer-of-bob' }, { key, as: 'bob' });
    expect([other.status, other.body.customerId, other.headers['idempotent-replayed']]).toEqual([
      201,
      'customer-of-bob',
      undefined,
    ]);
    expect((await slow).body.customerId).toBe('customer-1');
    await expectInvariants(scene);
  });

  it('the same is asked of the database, in the same order, whether another tenant has used the key or nobody (B143)', async () => {
    const road = await openStatementRoad(scene.database.url);
    scene.beforeClose(() => road.close());
    await scene.join({ DATABASE_URL: road.url });
    const instance = scene.services.length - 1;
    const { promise: over, resolve } = Promise.withResolvers<'pass'>();
    const askedFor = async (key: string): Promise<string[]> => {
      const asked: string[] = [];
      road.watch((statement, moment) => {
        // What is told about the last order must not mix with the next one.
        if (isOfRelay(statement)) return over;
        const isAboutKeys = /\bidempotency"?\./.test(statement.text);
        if (moment === 'before' && (isAboutKeys || isOfUnit(statement))) asked.push(statement.text);
        return 'pass';
      });
      expect((await scene.place({ confirm: false }, { key, as: 'bob', instance })).status).toBe(201);
      return asked;
    };
    await scene.place({ confirm: false }, { key: 'used-by-alice', as: 'alice' });
    await askedFor('the-first-of-a-process');
    const [used, unused] = [await askedFor('used-by-alice'), await askedFor('used-by-nobody')];
    resolve('pass');
    expect(used.length).toBeGreaterThan(3);
    expect(used).toEqual(unused);
  });
});

describe('danger: a header chooses the tenant (B145)', () => {
  it('the key alone decides whose order it is and who may see it', async () => {
    const claims = {
      'x-tenant': 'bob',
      'x-tenant-id': 'bob',
      'x-user': 'bob',
      'x-forwarded-user': 'bob',
      'x-original-url': '/api/inventory/TEA',
      'x-http-method-override': 'PUT',
      forwarded: 'for=bob',
      cookie: 'tenant=bob',
    };
    const bobs = await scene.place({}, { as: 'bob' });
    for (const path of [`/api/orders/${bobs.body.id}`, `/api/payments/${bobs.body.paymentId}`]) {
      expect((await scene.get(path, 'bob')).status).toBe(200);
      expect((await scene.get(path, 'alice').set(claims)).status).toBe(404);
    }
    const mine = await scene.place({ customerId: 'claimed' }).set(claims);
    expect(mine.status).toBe(201);
    const [row] = await scene.rows('SELECT tenant_id FROM orders.orders WHERE id = $1', [mine.body.id]);
    expect(row).toEqual({ tenant_id: 'alice' });
    expect((await scene.get('/api/orders?customerId=claimed', 'bob').set('x-tenant', 'alice')).body.items).toEqual([]);
  });
});

/** An answer without what differs between any two requests: the trace and the path that was asked for. */
const comparable = ({ status, headers, text }: Answered, id: string): unknown => {
  const { date, 'x-request-id': trace, 'idempotency-key': key, 'content-length': length, ...others } = headers;
  expect([date, trace, Number(length) > 0]).toEqual([expect.any(String), expect.any(String), true]);
  return [status, others, text.replaceAll(trace as string, 'TRACE').replaceAll(id, 'ID'), key === undefined];
};

describe('what belongs to another tenant', () => {
  it('cannot be told from what does not exist, by any route', async () => {
    const key = 'of-bob';
    const order = await scene.place({}, { as: 'bob', key });
    const draft = (await scene.place({ confirm: false }, { as: 'bob' })).body.id as string;
    const [record] = await scene.rows<{ id: string }>(`SELECT id FROM idempotency.records WHERE key = $1`, [key]);
    const confirmation = { amount: 890, paymentMethod: 'pm_card_visa' };
    const roads: readonly (readonly [id: string, (id: string) => Asked])[] = [
      [order.body.id, (id) => ({ path: `/api/orders/${id}` })],
      [order.body.id, (id) => ({ path: `/api/orders/${id}/timeline` })],
      [order.body.paymentId, (id) => ({ path: `/api/payments/${id}` })],
      [record!.id, (id) => ({ path: `/api/idempotency/${id}` })],
      [draft, (id) => ({ method: 'POST', path: `/api/orders/${id}/confirm`, body: confirmation })],
      [draft, (id) => ({ method: 'POST', path: `/api/orders/${id}/cancel`, body: {} })],
      [draft, (id) => ({ method: 'POST', path: '/api/orders/confirm', body: { orderId: id, ...confirmation } })],
      [draft, (id) => ({ method: 'POST', path: '/api/payments', body: { orderId: id, ...confirmation } })],
      [order.body.id, (id) => ({ method: 'POST', path: `/api/orders/${id}/confirm`, body: confirmation })],
      [order.body.paymentId, (id) => ({ method: 'POST', path: `/api/payments/${id}/refunds`, body: {} })],
    ];
    const before = await stored(scene);
    for (const [id, road] of roads) {
      const goTo = (target: string): Promise<Answered> => {
        const asked = road(target);
        const post = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
        return send({ ...asked, headers: { ...bearer('alice'), ...(asked.method && post) } });
      };
      const theirs = await goTo(id);
      const missing = await goTo(NOBODYS_ID);
      expect(theirs.status).toBe(404);
      expect(comparable(theirs, id)).toEqual(comparable(missing, NOBODYS_ID));
    }
    expect(await stored(scene)).toEqual(before);
    expect((await scene.get('/api/orders')).text).not.toContain(order.body.id);
  });
});

describe('a request without the right to make it', () => {
  const strangers: readonly (readonly [string, Asked['headers']])[] = [
    ['no key', {}],
    ['a wrong secret', { authorization: 'Bearer alice-secret-0002' }],
    ['a secret cut short', { authorization: 'Bearer alice-secret' }],
    ['a secret and more', { authorization: `${bearer('alice')['authorization']} x` }],
    ['another scheme', { authorization: 'Basic YWxpY2U6YWxpY2U=' }],
    ['two secrets', { authorization: [bearer('alice')['authorization']!, bearer('bob')['authorization']!] }],
    ['the secret in another header', { 'x-api-key': 'alice-secret-0001' }],
    ['15 kB of secret', { authorization: `Bearer ${'a'.repeat(15_000)}` }],
  ];

  it.each(BODY_ROUTES)('is refused by $name before the body is looked at', async (route) => {
    const good = await route.good(scene);
    const before = await stored(scene);
    for (const [what, headers] of strangers) {
      for (const body of [good.body, '{"broken', '['.repeat(50_000)]) {
        const post = { 'content-type': 'application/json', 'idempotency-key': 'stranger' };
        const answer = await send({ ...good, body, headers: { ...post, ...headers } });
        expect([what, refusalIn(answer, route.keyed)]).toEqual([what, refused(401, 'unauthenticated')]);
        expect(answer.headers['www-authenticate']).toBe('Bearer');
      }
    }
    expect(await stored(scene)).toEqual(before);
  });

  it.each(BODY_ROUTES)('is refused by $name for the other role, whatever the body says', async (route) => {
    const good = await route.good(scene);
    const before = await stored(scene);
    const headers = {
      ...bearer(route.as === 'operator' ? 'alice' : 'operator'),
      'content-type': 'application/json',
      'idempotency-key': 'other-role',
    };
    for (const body of [good.body, { nonsense: true }]) {
      expect(refusalIn(await send({ ...good, body, headers }), route.keyed)).toEqual(refused(403, 'role_forbidden'));
    }
    expect(await stored(scene)).toEqual(before);
  });

  it.each([
    '/api/orders',
    `/api/orders/${NOBODYS_ID}`,
    `/api/orders/${NOBODYS_ID}/timeline`,
    `/api/payments/${NOBODYS_ID}`,
    `/api/inventory/${FREE}`,
    '/api/inventory',
    `/api/idempotency/${NOBODYS_ID}`,
  ])('is refused for reading: GET %s', async (path) => {
    for (const [what, headers] of strangers) {
      expect([what, refusalIn(await send({ path, headers }), false)]).toEqual([what, refused(401, 'unauthenticated')]);
    }
  });

  it('an operator sees the orders of every tenant, and confirms none', async () => {
    const draft = await aDraft(scene);
    expect((await scene.get(`/api/orders/${draft}`, 'operator')).status).toBe(200);
    const confirm = await scene.post(`/api/orders/${draft}/confirm`, { amount: 0 }, { as: 'operator' });
    expect([confirm.status, confirm.body.code]).toEqual([403, 'role_forbidden']);
  });
});
