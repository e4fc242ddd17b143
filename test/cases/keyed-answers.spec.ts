import { BODY_ROUTES, stockShelves, type BodyRoute } from '../input/routes.js';
import { ask, type Answered, type Asked } from '../support/ask.js';
import { KEYS } from '../support/environment.js';
import { Scene } from '../support/scene.js';
import { randomUUID } from 'node:crypto';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open({ proxied: true });
  await stockShelves(scene);
});
afterAll(() => scene.close());

type Headers = Record<string, string | readonly string[]>;

const headersOf = ({ as }: BodyRoute, key: string): Headers => ({
  authorization: `Bearer ${KEYS[as]}`,
  'content-type': 'application/json',
  'idempotency-key': key,
});

const sendTo = (asked: Asked): Promise<Answered> => ask(scene.services[0]!.url, asked);

/** What a client reads first: how it went, whose answer it is, and what to do with the key. */
const told = ({ status, headers, text }: Answered) => {
  const { code, retry } = JSON.parse(text) as { code?: string; retry?: string };
  return { status, code, retry, key: headers['idempotency-key'], cache: headers['cache-control'] };
};

const keyed = BODY_ROUTES.filter((route) => route.keyed);
const nobodyHas = '019a7c1e-0000-7000-8000-000000000000';

/** Every way to be refused before the business is asked: what is sent instead, and what is told. */
const REFUSALS: readonly (readonly [
  what: string,
  spoil: (good: Asked, route: BodyRoute) => Asked,
  status: number,
  code: string,
  retry: string,
])[] = [
  ['a body that is no JSON', (good) => ({ ...good, body: '{' }), 400, 'malformed_json', 'same-key'],
  ['an unknown member', (good) => ({ ...good, body: { no: 1 } }), 400, 'validation_failed', 'same-key'],
  ['no API key', (good) => having(good, { authorization: [] }), 401, 'unauthenticated', 'same-key'],
  [
    'an API key of the other role',
    (good, { as }) => having(good, { authorization: `Bearer ${KEYS[as === 'operator' ? 'alice' : 'operator']}` }),
    403,
    'role_forbidden',
    'never',
  ],
  ['too large a body', (good) => ({ ...good, body: ' '.repeat(300_000) }), 413, 'body_too_large', 'same-key'],
  [
    'a body that is a form',
    (good) => having(good, { 'content-type': 'text/plain' }),
    415,
    'unsupported_media_type',
    'same-key',
  ],
];

const having = (good: Asked, headers: Headers): Asked => ({ ...good, headers: { ...good.headers, ...headers } });

describe.each(keyed.map((route) => [route.name, route] as const))('%s', (_, route) => {
  it.each(REFUSALS)('echoes the key and tells how to go on after %s', async (_what, spoil, status, code, retry) => {
    const key = randomUUID();
    const good: Asked = { ...(await route.good(scene)), headers: headersOf(route, key) };
    expect(told(await sendTo(spoil(good, route)))).toEqual({ status, code, retry, key, cache: 'no-store' });
  });

  it('echoes the key as it understood it on the answer and on its replay', async () => {
    const key = randomUUID();
    const good = await route.good(scene);
    const first = await sendTo({ ...good, headers: headersOf(route, `"${key}"`) });
    expect(told(first)).toMatchObject({ status: route.success, key, cache: 'no-store' });
    const again = await sendTo({ ...good, headers: headersOf(route, key) });
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(told(again)).toEqual(told(first));
  });

  it.each([
    ['two keys', ['one', 'two']],
    ['a key that is too long', 'k'.repeat(256)],
    ['none', []],
  ])('repeats nothing of %s', async (_what, key) => {
    const good = await route.good(scene);
    const answer = await sendTo({ ...good, headers: { ...headersOf(route, ''), 'idempotency-key': key } });
    expect(told(answer)).toMatchObject({ status: 400, retry: 'same-key', key: undefined, cache: 'no-store' });
  });
});

describe('an id that nobody has', () => {
  it.each([
    ['/api/orders/nope/confirm', { amount: 1 }],
    [`/api/orders/${nobodyHas}/confirm`, { amount: 1 }],
    [`/api/orders/${nobodyHas}/cancel`, {}],
    [`/api/payments/${nobodyHas}/refunds`, {}],
    ['/api/orders/confirm', { orderId: nobodyHas, amount: 1 }],
    ['/api/payments', { orderId: nobodyHas, paymentMethod: 'pm_card_visa' }],
  ])('%s: 404, and no key will help', async (path, body) => {
    const key = randomUUID();
    const answer = await scene.post(path, body, { key });
    expect(told(answer as unknown as Answered)).toEqual({
      status: 404,
      code: 'not_found',
      retry: 'never',
      key,
      cache: 'no-store',
    });
  });
});

describe('a service that cannot serve', () => {
  it('echoes the key with its 503', async () => {
    await scene.proxy.cut();
    try {
      const answer = await scene.place({}, { key: 'away' });
      expect(told(answer as unknown as Answered)).toEqual({
        status: 503,
        code: 'service_unavailable',
        retry: 'same-key',
        key: 'away',
        cache: 'no-store',
      });
    } finally {
      await scene.proxy.mend();
    }
  });
});

describe('a route without a key', () => {
  it('advises nothing about one and echoes none, whatever is sent', async () => {
    const { as, good } = BODY_ROUTES.find((route) => !route.keyed)!;
    const headers = headersOf({ as } as BodyRoute, 'ignored');
    const refused = await sendTo({ ...(await good(scene)), body: { no: 1 }, headers });
    expect(told(refused)).toEqual({
      status: 400,
      code: 'validation_failed',
      retry: undefined,
      key: undefined,
      cache: 'no-store',
    });
  });
});

describe('without RATE_LIMIT', () => {
  it('nobody is counted', async () => {
    const { headers } = await scene.get('/api/orders');
    expect(headers).not.toHaveProperty('ratelimit');
    expect(await scene.rows('SELECT FROM http.rate_windows')).toEqual([]);
    const connected = await scene.rows(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'ichido rate limit'`,
    );
    expect(connected).toEqual([]);
  });
});
